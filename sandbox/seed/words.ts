export interface Persona {
  readonly username: string;
  readonly permalink: string;
  readonly city?: string;
  readonly country?: string;
  readonly plan?: string;
  readonly description?: string;
  readonly emailConfirmed?: boolean;
  readonly secondsUsed?: number;
}

/** Tests sign in as the first one; the ninth has no items, the tenth is available in one country only. */
export const PERSONAS: readonly Persona[] = [
  { username: "Night Ferry", permalink: "night-ferry", city: "Lisbon", country: "Portugal", plan: "Pro Unlimited" },
  { username: "夜の海 Yoru no Umi", permalink: "yoru-no-umi", city: "大阪", country: "Japan" },
  { username: "شمس الليل", permalink: "shams-al-layl", city: "بيروت", country: "Lebanon" },
  { username: "👩‍🚀 Moon Queue 👨‍👩‍👧‍👦", permalink: "moon-queue", city: "Tromsø", country: "Norway" },
  { username: '<b>Bold</b> & "Quoted"', permalink: "bold-quoted", description: "<img src=x onerror=alert(1)>" },
  { username: "Unconfirmed Post", permalink: "unconfirmed-post", emailConfirmed: false },
  { username: "Paper Lantern", permalink: "paper-lantern", city: "Kraków", country: "Poland", plan: "Pro Unlimited" },
  { username: "Full Shelf", permalink: "full-shelf", secondsUsed: 10_800 },
  { username: "Quiet Room", permalink: "quiet-room", description: "Has published nothing and follows nobody." },
  { username: "Border Radio", permalink: "border-radio", city: "Basel", country: "Switzerland" },
  { username: "Slow Harbour", permalink: "slow-harbour", city: "Leith", country: "United Kingdom" },
  { username: "Tin Orchard", permalink: "tin-orchard", city: "Portland", country: "United States" },
  { username: "Velvet Abacus", permalink: "velvet-abacus", city: "Ghent", country: "Belgium" },
  { username: "Copper Tram", permalink: "copper-tram", city: "Melbourne", country: "Australia" },
  { username: "Salt Engine", permalink: "salt-engine", city: "Valparaíso", country: "Chile" },
  { username: "Low Ceiling", permalink: "low-ceiling", city: "Berlin", country: "Germany" },
  { username: "Garden of Wires", permalink: "garden-of-wires", city: "Montréal", country: "Canada" },
  { username: "Second Monsoon", permalink: "second-monsoon", city: "Kochi", country: "India" },
  { username: "Attic Weather", permalink: "attic-weather", city: "Cork", country: "Ireland" },
  { username: "Zebra Crossing", permalink: "zebra-crossing", city: "Nairobi", country: "Kenya" },
];

export const ADJECTIVES: readonly string[] =
  ("Amber Borrowed Broken Distant Electric Empty Faded Golden Hidden Hollow Late Liquid Lost Midnight Northern Pale " +
    "Quiet Rolling Rusty Second Silver Sleeping Slow Soft Static Sunday Warm Wild Winter Woven").split(" ");

export const NOUNS: readonly string[] =
  ("Arcade Avenue Balcony Cassette Circuit Coastline Corridor Engine Ferry Garden Harbour Horizon Kitchen Lantern " +
    "Letter Machine Meadow Mirror Motel Ocean Orchard Platform Radio River Signal Staircase Station Summer Telegram " +
    "Window").split(" ");

export const GENRES: readonly (readonly [genre: string, bpm: number])[] = [
  ["Lo-fi", 78],
  ["Ambient", 70],
  ["House", 124],
  ["Deep House", 121],
  ["Techno", 132],
  ["Drum & Bass", 174],
  ["Hip-hop & Rap", 92],
  ["Jazz & Blues", 110],
  ["Folk & Singer-Songwriter", 98],
  ["Pop", 112],
];

/** Tags in the form of a `tag_list`: tags of several words are in double quotes. */
export const TAGS: readonly string[] = [
  "chill",
  "study",
  '"field recording"',
  "vinyl",
  "live",
  "demo",
  "remix",
  "instrumental",
  '"late night"',
  "tape",
  "geo:lat=43.555",
  "morning",
];

export const REMARKS: readonly string[] = [
  "That drop!",
  "On repeat since morning.",
  "Which synth is this?",
  "Beautiful.",
  "The bass here 🔥",
  "Needs a vinyl.",
  "first",
  "この音が好き",
  "<i>not italic</i>",
  "Played this for my dog, he approves.",
  "What's the sample at this point?",
  "\u001b[31mred?\u001b[0m",
];

/** Titles that break programs without proper escaping. */
export const HOSTILE_TITLES: readonly string[] = [
  "<script>alert('title')</script>",
  "\u001b[2J\u001b[31mRed alert\u001b[0m",
  "Line one\nLine two\tTabbed\r\u0007bell",
  "夜に駆ける　東京ローファイ",
  "👨‍👩‍👧‍👦 Family 🏳️‍🌈 e\u0301 Zalgo\u0300\u0301\u0302\u0303",
  "‏مرحبا بالعالم (remix)",
  "\u202eesrever \u2066isolate\u2069",
  `Robert'); DROP TABLE tracks;-- "quoted" \\back\\`,
  "../../etc/passwd",
  "CON.mp3",
  " leading and trailing ",
  `Long ${"very ".repeat(190)}long`,
  "100% %s %d {} ${x} #hash ?q=1&b=2",
  "\ufeffBOM and \u200bzero\u200dwidth",
];
