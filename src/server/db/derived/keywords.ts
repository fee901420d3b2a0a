import { articleKeywords, articles } from '../schema/articles.ts'
import { keywordCounts, keywords } from '../schema/keywords.ts'
import { keywordDays, publisherDays, stats, stories, tagDays } from '../schema/share-of-voice.ts'
import type { DerivedColumns } from './entry.ts'

const DAYS = {
  file: 'features/market/share-of-voice/keyword-days.test.ts',
  title:
    'the days of a keyword and of its tags agree with its stats after any writes, in any order [SOV-012]',
}
const RECORD_HITS = 'features/market/share-of-voice/verbs/record-hits.ts#recordHits'
const REMOVE_OLD = 'features/market/share-of-voice/verbs/roll-days.ts#removeOldDays'

export const KEYWORDS: readonly DerivedColumns[] = [
  {
    columns: [keywords.articleStatuses],
    from: [articles, articleKeywords],
    trigger: ['article_keywords_changed', 'article_status_changed', 'refresh_article_statuses'],
    test: {
      file: 'features/keywords/keywords/stored-counts.test.ts',
      title: 'the stored statuses of a keyword’s articles match the articles after any change of these',
    },
  },
  {
    columns: [keywords.version],
    from: [keywords],
    trigger: ['keyword_changed'],
    test: {
      file: 'features/keywords/keywords/keywords.test.ts',
      title: 'gets a new version with every write that changes it, by any writer, and with no other',
    },
  },
  {
    columns: [keywordCounts.keywords],
    from: [keywords],
    trigger: ['keywords_added', 'keywords_changed', 'keywords_removed', 'compact_keyword_counts'],
    test: {
      file: 'features/keywords/keywords/stored-counts.test.ts',
      title:
        'stored counts of keywords, in all, with a tag and with a site, match the keywords after any writes [KW-063]',
    },
  },
  {
    columns: [
      keywordDays.lastDay,
      keywordDays.seen,
      keywordDays.won,
      keywordDays.lastPublisherId,
      keywordDays.lastIsWinning,
    ],
    from: [stats],
    recompute: [RECORD_HITS, REMOVE_OLD],
    test: DAYS,
  },
  {
    columns: [keywordDays.asOf, keywordDays.rate7, keywordDays.rate30, keywordDays.rate90],
    from: [stats, 'time'],
    recompute: [RECORD_HITS],
    run: ['share-of-voice.roll-days'],
    test: DAYS,
  },
  {
    columns: [keywordDays.days7, keywordDays.days30, keywordDays.days90, keywordDays.movedOn],
    from: [keywordDays],
    trigger: 'generated',
    test: DAYS,
  },
  {
    columns: [keywordDays.isTracked],
    from: [keywords],
    trigger: ['keyword_days_begun', 'keywords_changed'],
    test: DAYS,
  },
  {
    columns: [tagDays.keywords],
    from: [stats, keywords],
    trigger: ['stats_added', 'keywords_changed'],
    recompute: [REMOVE_OLD],
    test: DAYS,
  },
  {
    columns: [publisherDays.keywords],
    from: [stats],
    recompute: [RECORD_HITS, REMOVE_OLD],
    test: DAYS,
  },
  {
    columns: [stories.lastDay],
    from: [stats],
    recompute: [RECORD_HITS],
    test: {
      file: DAYS.file,
      title: 'a story that many keywords and days show is kept once, and so is a publisher',
    },
  },
]
