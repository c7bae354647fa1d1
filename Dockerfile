# The program, and the sandbox on port 8080, as npm has them:
#   docker build --target sandbox --build-arg VERSION=1.15.0 -t tonearm-sandbox . && docker run -p 127.0.0.1:8080:8080 tonearm-sandbox
#   docker build --target program -t tonearm . && docker run --rm tonearm --sandbox search lofi
FROM node:24-slim AS program
ARG VERSION=latest
RUN npm install --global --omit=dev "tonearm@${VERSION}" && npm cache clean --force
USER node
WORKDIR /home/node
ENTRYPOINT ["tonearm"]
CMD ["--help"]

FROM program AS sandbox
EXPOSE 8080
# Links in replies name the address that a client uses; --public-url sets another.
CMD ["sandbox", "start", "--host", "0.0.0.0", "--port", "8080", "--public-url", "http://127.0.0.1:8080"]
