/**
 * Ids of the database's advisory locks, for work that only one transaction or server may do at a time.
 * Servers of neighbouring versions share a database for a while, so an id never changes and is never reused.
 */
export const ADVISORY_LOCKS = {
  /** Held in the maintenance database by the process that owns the server; released when that process ends. */
  ownDatabase: 7_031_986,
  migrate: 7_031_987,
  startQueue: 7_031_988,
  /** Held by the server that lays down what all of them need. */
  layDown: 7_031_989,
  importEarnings: 7_031_991,
  addSearchTotals: 7_031_993,
  prepareConsole: 7_031_994,
  /** Shared by those who act on the rules for signing in, so that the rules don't change before they have. */
  signInRules: 7_032_003,
  /** With a number of its own each time: whether two addresses lead to the same database. */
  probeDirect: 7_032_002,
  /** One rule is added at a time, so that no two are the last one for which there is room. */
  addAlertRule: 7_031_997,
  marketStore: 7_032_000,
  /** One request for access is made at a time, so that nobody asks twice. */
  askAccess: 7_032_001,
  uploadKeywords: 7_031_998,
  beginStockScan: 7_031_999,
  /** Counters of `stats` (`keyword_days`, `publisher_days`) are read before they are written. */
  writeShareOfVoice: 7_305_411,
} as const

export type AdvisoryLock = (typeof ADVISORY_LOCKS)[keyof typeof ADVISORY_LOCKS]
