import type { UploadSource } from '#shared/features/keywords/keyword-uploads/contract.ts'

/** A small export in its vendor's format: bytes, headings, and lines above and below. */
export interface VendorFile {
  what: string
  source: UploadSource
  bytes: Buffer
  encoding: 'UTF-8' | 'UTF-16'
  separator: 'comma' | 'semicolon' | 'tab' | 'pipe'
  /** Counted from 1. */
  keywordColumn: number
  keywords: readonly string[]
  /** The lines that are no keywords. */
  leftOut: readonly number[]
}

const utf8 = (...lines: string[]) => Buffer.from(lines.join('\n'), 'utf8')
const utf16 = (...lines: string[]) => Buffer.from(`\ufeff${lines.join('\r\n')}`, 'utf16le')
const quoted = (separator: string, ...cells: string[]) => cells.map((cell) => `"${cell}"`).join(separator)

const SEARCH_CONSOLE: VendorFile[] = [
  {
    what: 'Search Console, Queries.csv',
    source: 'search-console',
    bytes: utf8(
      'Top queries,Clicks,Impressions,CTR,Position',
      'best robot vacuum,1204,41880,2.87%,4.2',
      '"vacuum, cordless",388,12090,3.21%,7.9',
      '',
    ),
    encoding: 'UTF-8',
    separator: 'comma',
    keywordColumn: 1,
    keywords: ['best robot vacuum', 'vacuum, cordless'],
    leftOut: [1],
  },
  {
    what: 'Search Console in German, saved again by a spreadsheet',
    source: 'search-console',
    bytes: Buffer.concat([
      Buffer.from('efbbbf', 'hex'),
      utf8(
        'Häufigste Suchanfragen;Klicks;Impressionen;CTR;Position',
        'saugroboter test;12;400;3,00%;4,2',
        '',
      ),
    ]),
    encoding: 'UTF-8',
    separator: 'semicolon',
    keywordColumn: 1,
    keywords: ['saugroboter test'],
    leftOut: [1],
  },
  {
    what: 'Search Console, two periods compared',
    source: 'search-console',
    bytes: utf8(
      'Top queries,Last 3 months Clicks,Previous 3 months Clicks,Last 3 months Impressions',
      'total,3,9,120',
      'espresso maker,3,9,120',
    ),
    encoding: 'UTF-8',
    separator: 'comma',
    keywordColumn: 1,
    keywords: ['total', 'espresso maker'],
    leftOut: [1],
  },
]

const AHREFS: VendorFile[] = [
  {
    what: 'Ahrefs, Keywords Explorer in UTF-16 between tabs',
    source: 'ahrefs',
    bytes: utf16(
      quoted('\t', '#', 'Keyword', 'Country', 'Difficulty', 'Volume', 'Parent Keyword', 'Intents'),
      quoted('\t', '1', 'air fryer', 'us', '71', '823000', 'air fryer', 'Commercial'),
      quoted('\t', '2', 'air fryer ""xl""', 'us', '12', '900', 'air fryer', ''),
      '',
    ),
    encoding: 'UTF-16',
    separator: 'tab',
    keywordColumn: 2,
    keywords: ['air fryer', 'air fryer "xl"'],
    leftOut: [1],
  },
  {
    what: 'Ahrefs, organic keywords in UTF-8',
    source: 'ahrefs',
    bytes: utf8(
      quoted(',', 'Keyword', 'Country', 'Volume', 'KD', 'CPC', 'Current URL'),
      quoted(',', 'pizza stone', 'us', '9100', '8', '0.80', 'https://example.com/a,b'),
    ),
    encoding: 'UTF-8',
    separator: 'comma',
    keywordColumn: 1,
    keywords: ['pizza stone'],
    leftOut: [1],
  },
]

const SEMRUSH: VendorFile[] = [
  {
    what: 'Semrush, Keyword Magic',
    source: 'semrush',
    bytes: utf8(
      'Keyword,Intent,Volume,Trend,Keyword Difficulty,CPC (USD),SERP Features',
      'stand mixer,Commercial,60500,"0.54,0.67,1.00",58,0.62,"Sitelinks, Reviews"',
    ),
    encoding: 'UTF-8',
    separator: 'comma',
    keywordColumn: 1,
    keywords: ['stand mixer'],
    leftOut: [1],
  },
  {
    what: 'Semrush between semicolons',
    source: 'semrush',
    bytes: utf8(
      'Keyword;Volume;Keyword Difficulty;CPC',
      'hand mixer;12100;44;0,51',
      'hand mixer, red;90;4;0,20',
    ),
    encoding: 'UTF-8',
    separator: 'semicolon',
    keywordColumn: 1,
    keywords: ['hand mixer', 'hand mixer, red'],
    leftOut: [1],
  },
]

const PLANNER: VendorFile[] = [
  {
    what: 'Keyword Planner in UTF-16 below its two lines',
    source: 'keyword-planner',
    bytes: utf16(
      'Keyword Stats 2026-03-14 at 10_22_31',
      '"March 1, 2025 - February 28, 2026"',
      'Keyword\tCurrency\tAvg. monthly searches\tThree month change\tCompetition',
      'garden hose\tUSD\t50000\t0%\tHigh',
      'garden hose reel\tUSD\t5000\t-90%\tHigh',
      '',
    ),
    encoding: 'UTF-16',
    separator: 'tab',
    keywordColumn: 1,
    keywords: ['garden hose', 'garden hose reel'],
    leftOut: [1, 2, 3],
  },
  {
    what: 'Keyword Planner between commas, with totals',
    source: 'keyword-planner',
    bytes: utf8(
      'Keyword Stats 2026-03-14 at 10_22_31',
      'March 1 2025 - February 28 2026',
      'Keyword,Currency,Avg. monthly searches',
      'lawn mower,EUR,40500',
      'Total,EUR,40500',
      'Total: all keywords,,40500',
    ),
    encoding: 'UTF-8',
    separator: 'comma',
    keywordColumn: 1,
    keywords: ['lawn mower'],
    leftOut: [1, 2, 3, 5, 6],
  },
]

const OTHERS: VendorFile[] = [
  {
    what: 'Moz, whose Difficulty is nobody else’s',
    source: 'other',
    bytes: utf8(
      'Keyword,Min Volume,Max Volume,Difficulty,Organic CTR,Priority',
      'garlic press,501,850,34,72,61',
    ),
    encoding: 'UTF-8',
    separator: 'comma',
    keywordColumn: 1,
    keywords: ['garlic press'],
    leftOut: [1],
  },
  {
    what: 'a spreadsheet that says what keeps its columns apart',
    source: 'copydesk',
    bytes: utf8('sep=;', 'keyword;tags', 'moka pot;coffee|kitchen', 'drip tray;', ''),
    encoding: 'UTF-8',
    separator: 'semicolon',
    keywordColumn: 1,
    keywords: ['moka pot', 'drip tray'],
    leftOut: [1, 2],
  },
  {
    what: 'pipes',
    source: 'copydesk',
    bytes: utf8('Tags|Keyword', 'a, b|bread knife', '', 'c|paring knife', 'Tags|Keyword', 'd|steak knife'),
    encoding: 'UTF-8',
    separator: 'pipe',
    keywordColumn: 2,
    keywords: ['bread knife', 'paring knife', 'steak knife'],
    leftOut: [1, 3, 5],
  },
  {
    what: 'headings of a spreadsheet below its title',
    source: 'other',
    bytes: utf8(
      'Our autumn keywords,,',
      ',,',
      'Owner,Keyword,Tags',
      'Ada,wool rug,rugs',
      'Ada,jute rug,rugs',
    ),
    encoding: 'UTF-8',
    separator: 'comma',
    keywordColumn: 2,
    keywords: ['wool rug', 'jute rug'],
    leftOut: [1, 2, 3],
  },
]

export const VENDOR_FILES: readonly VendorFile[] = [
  ...SEARCH_CONSOLE,
  ...AHREFS,
  ...SEMRUSH,
  ...PLANNER,
  ...OTHERS,
]
