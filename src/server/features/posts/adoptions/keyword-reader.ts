import Papa from 'papaparse'
import { keywordIdentity, tidyKeyword } from '#shared/features/keywords/keywords/rules.ts'
import type { KeywordsOfPosts } from '#shared/features/posts/adoptions/contract.ts'
import type { UploadsService } from '../../keywords/area.ts'

/** As many of them as a preview shows. */
const MOST_SHOWN = 300

export interface FocusKeyword {
  keyword: string
  posts: number
}

/** Focus keywords as Keywords would have them: what looks alike is one, with the posts of all of them. */
export function joinKeywords(found: readonly FocusKeyword[]): Map<string, FocusKeyword> {
  const joined = new Map<string, FocusKeyword>()
  for (const { keyword, posts } of found) {
    const identity = keywordIdentity(keyword)
    const known = joined.get(identity)
    joined.set(identity, {
      keyword: known?.keyword ?? tidyKeyword(keyword),
      posts: (known?.posts ?? 0) + posts,
    })
  }
  return joined
}

/** Them as a file that an upload takes, for one site. */
async function* fileOf(keywords: Iterable<FocusKeyword>, code: string) {
  const rows = [...keywords].map(({ keyword }) => [keyword, code])
  yield Buffer.from(Papa.unparse([['keyword', 'sites'], ...rows], { newline: '\n' }))
}

type ImportFile = UploadsService['importFile']

/** Adds keywords for a site as an upload does, or says what that would bring, and which of them are refused and why. */
export async function takeKeywords(
  importFile: ImportFile,
  actor: Parameters<ImportFile>[0],
  of: { keywords: ReadonlyMap<string, FocusKeyword>; code: string; isPreview: boolean },
) {
  const refused = new Map<string, string>()
  const summary = await importFile(actor, fileOf(of.keywords.values(), of.code), {
    file: `Focus keywords of ${of.code}`,
    isPreview: of.isPreview,
    onRefused: ({ why, cells }) => void refused.set(keywordIdentity(String(cells.keyword ?? '')), why),
  })
  return { ...summary, refused }
}

const PLACE = { refused: 0, new: 1, known: 2 } as const

/** Each keyword with what would become of it: those that need a look first. */
export function describeKeywords(
  keywords: ReadonlyMap<string, FocusKeyword>,
  { known, refused }: { known: ReadonlySet<string>; refused: ReadonlyMap<string, string> },
): KeywordsOfPosts['keywords'] {
  return [...keywords]
    .map(([identity, { keyword, posts }]) => {
      const reason = refused.get(identity) ?? null
      const state = reason !== null ? 'refused' : known.has(identity) ? 'known' : 'new'
      return { keyword, posts, state, reason } as const
    })
    .toSorted((one, other) => PLACE[one.state] - PLACE[other.state])
    .slice(0, MOST_SHOWN)
}
