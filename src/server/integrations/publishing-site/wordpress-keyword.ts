import { unescapedLine } from '../../markup/plain-text.ts'
import { IntegrationError, type IntegrationErrorKind } from '../integration-error.ts'
import type { KeywordSteps } from './port.ts'
import { PostFields } from './wordpress-schemas.ts'
import { SYSTEM, type WordPressSite } from './wordpress-site.ts'

/** Fields that may contain a focus keyword: ours, Yoast SEO's and Rank Math's. */
const FIELDS = ['aop_focus_keyword', '_yoast_wpseo_focuskw', 'rank_math_focus_keyword'] as const
type Field = (typeof FIELDS)[number]

const OPERATION = 'write keyword'

function refusal(kind: IntegrationErrorKind, message: string, advice?: string): IntegrationError {
  return new IntegrationError(message, {
    system: SYSTEM,
    operation: OPERATION,
    kind,
    ...(advice === undefined ? {} : { advice }),
  })
}

/**
 * Focus keyword of a post from the fields of its site: ours first, then the plugins'. Empty if none of them
 * is set, null if the site has none of the fields.
 */
export function readKeyword(meta: Readonly<Record<string, unknown>>): string | null {
  const offered = FIELDS.filter((field) => typeof meta[field] === 'string')
  if (offered.length === 0) return null
  const words = offered.map((field) => {
    const value = String(meta[field])
    return unescapedLine(field === 'rank_math_focus_keyword' ? (value.split(',')[0] ?? '') : value)
  })
  return words.find((each) => each !== '') ?? ''
}

/**
 * Rank Math stores several keywords separated by commas, the first of which is the focus; the others stay. A
 * keyword must not contain a comma.
 */
function fieldValue(field: Field, known: unknown, keyword: string): string {
  if (field !== 'rank_math_focus_keyword') return keyword
  const own = keyword.replace(/[\s,]+/g, ' ').trim()
  const [, ...others] = typeof known === 'string' ? known.split(',') : []
  const kept = others.filter((other) => unescapedLine(other).toLowerCase() !== own.toLowerCase())
  return [own, ...kept].filter((each) => each.trim() !== '').join(',')
}

const storedIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
/** Sites may escape what they are given. */
const isKept = (kept: unknown, wanted: string | null) =>
  unescapedLine(storedIn(kept) ?? '') === unescapedLine(wanted ?? '')

/** What a field is to hold; null empties it as if it had never been filled. */
function wantedIn(
  field: Field,
  known: unknown,
  { keyword, undo }: { keyword: string; undo: KeywordSteps['undo'] },
): string | null {
  const before = undo?.before[field]
  if (undo === undefined || before === undefined) return fieldValue(field, known, keyword)
  return isKept(known, fieldValue(field, before, undo.written)) ? before : fieldValue(field, known, keyword)
}

/** Gives a post its focus keyword in every field that the site has for it; nothing else of the post changes. */
export async function writeKeyword(
  { client }: WordPressSite,
  id: number,
  keyword: string,
  { keep, undo }: KeywordSteps = {},
): Promise<void> {
  const { status, meta } = await client.send({
    operation: 'read post',
    method: 'GET',
    path: `/posts/${id}`,
    query: { context: 'edit', _fields: 'status,meta' },
    answer: PostFields,
  })
  if (status === 'trash') throw refusal('not_found', `Post ${id} is in the trash`)
  const fields = FIELDS.filter((field) => field in meta)
  if (fields.length === 0)
    throw refusal(
      'invalid',
      `The fields of post ${id} have no focus keyword`,
      'The site has no field for the focus keyword. Put copydesk-meta.php into its wp-content/mu-plugins.',
    )
  const wanted = new Map(fields.map((field) => [field, wantedIn(field, meta[field], { keyword, undo })]))
  await keep?.(Object.fromEntries(fields.map((field) => [field, storedIn(meta[field])])))
  const { meta: kept } = await client.send({
    operation: OPERATION,
    method: 'POST',
    path: `/posts/${id}`,
    query: { _fields: 'status,meta' },
    json: { meta: Object.fromEntries(wanted) },
    answer: PostFields,
    // Writing the same values again changes nothing.
    isRepeatable: true,
  })
  const lost = fields.filter((field) => !isKept(kept[field], wanted.get(field) ?? null))
  if (lost.length > 0)
    throw refusal(
      'bad_response',
      `Post ${id} did not save ${lost.join(', ')}`,
      'The site didn’t save the keyword.',
    )
}
