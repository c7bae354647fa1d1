/*
 * Preloaded into a process, it moves the process's wall clock and makes file operations fail or wait, as a control file
 * of 32 bytes says that the process maps and the suite writes.
 *
 *   cc -shared -fPIC -o shim.so shim.c -ldl
 *   CHAOS_CONTROL=file LD_PRELOAD=./shim.so program
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct control {
  int64_t clock_ms;   /* added to the wall clock */
  int32_t fail_rename; /* so many renames fail with EIO; negative: all */
  int32_t fail_fsync;  /* so many fsyncs fail with EIO; negative: all */
  int32_t delay_ms;   /* waited before each rename and fsync */
  int32_t hits;       /* how many operations have failed */
  int32_t calls;      /* how often the clock was read */
  int32_t unused;
};

static struct control none;
static struct control *control = &none;

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("CHAOS_CONTROL");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *page = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (page != MAP_FAILED) control = page;
  close(file);
}

static int fails(int32_t *count) {
  if (control->delay_ms > 0) usleep((useconds_t)control->delay_ms * 1000);
  if (*count == 0) return 0;
  if (*count > 0) __atomic_fetch_sub(count, 1, __ATOMIC_SEQ_CST);
  __atomic_fetch_add(&control->hits, 1, __ATOMIC_SEQ_CST);
  errno = EIO;
  return 1;
}

#define REAL(name, type, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

int rename(const char *from, const char *to) {
  REAL("rename", int, const char *, const char *);
  return fails(&control->fail_rename) ? -1 : real(from, to);
}

int renameat(int a, const char *from, int b, const char *to) {
  REAL("renameat", int, int, const char *, int, const char *);
  return fails(&control->fail_rename) ? -1 : real(a, from, b, to);
}

int fsync(int file) {
  REAL("fsync", int, int);
  return fails(&control->fail_fsync) ? -1 : real(file);
}

int fdatasync(int file) {
  REAL("fdatasync", int, int);
  return fails(&control->fail_fsync) ? -1 : real(file);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  REAL("clock_gettime", int, clockid_t, struct timespec *);
  int result = real(clock, now);
  if (result || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
  control->calls++;
  int64_t ns = (int64_t)now->tv_sec * 1000000000 + now->tv_nsec + control->clock_ms * 1000000;
  now->tv_sec = ns / 1000000000;
  now->tv_nsec = ns % 1000000000;
  return 0;
}

int gettimeofday(struct timeval *now, void *zone) {
  struct timespec at;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &at)) return -1;
  now->tv_sec = at.tv_sec;
  now->tv_usec = at.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *out) {
  struct timespec at;
  if (clock_gettime(CLOCK_REALTIME, &at)) return -1;
  if (out) *out = at.tv_sec;
  return at.tv_sec;
}
