import { siteText } from '../../plain-text.ts'
import { IntegrationError, type IntegrationErrorKind } from '../integration-error.ts'
import { PostFields } from './wordpress-schemas.ts'
import { SYSTEM, type WordPressSite } from './wordpress-site.ts'

/** The fields in which a site may keep a focus keyword: ours, Yoast SEO's and Rank Math's. */
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
 * The focus keyword of a post by the fields that its site offers: ours first, then the plugins'. Empty where none of
 * them has one, null where the site offers none.
 */
export function readKeyword(meta: Readonly<Record<string, unknown>>): string | null {
  const offered = FIELDS.filter((field) => typeof meta[field] === 'string')
  if (offered.length === 0) return null
  const words = offered.map((field) => {
    const value = String(meta[field])
    return siteText(field === 'rank_math_focus_keyword' ? (value.split(',')[0] ?? '') : value)
  })
  return words.find((each) => each !== '') ?? ''
}

/** Rank Math keeps several keywords, of which the first is the focus; the others stay. */
function fieldValue(field: Field, known: unknown, keyword: string): string {
  if (field !== 'rank_math_focus_keyword' || typeof known !== 'string') return keyword
  const [, ...others] = known.split(',')
  const kept = others.filter((other) => other.trim().toLowerCase() !== keyword.toLowerCase())
  return [keyword, ...kept].filter((each) => each.trim() !== '').join(',')
}

/** Gives a post its focus keyword in every field that the site has for it; nothing else of the post changes. */
export async function writeKeyword({ client }: WordPressSite, id: number, keyword: string): Promise<void> {
  const { status, meta } = await client.send({
    operation: 'read post',
    method: 'GET',
    path: `/posts/${id}`,
    query: { context: 'edit', _fields: 'status,meta' },
    answer: PostFields,
  })
  if (status === 'trash') throw refusal('not_found', `Post ${id} has been thrown away`)
  const fields = FIELDS.filter((field) => field in meta)
  if (fields.length === 0)
    throw refusal(
      'invalid',
      `The fields of post ${id} hold no focus keyword`,
      'The site has no field for the focus keyword. Put copydesk-meta.php into its wp-content/mu-plugins.',
    )
  const wanted = Object.fromEntries(fields.map((field) => [field, fieldValue(field, meta[field], keyword)]))
  const { meta: kept } = await client.send({
    operation: OPERATION,
    method: 'POST',
    path: `/posts/${id}`,
    query: { _fields: 'status,meta' },
    json: { meta: wanted },
    answer: PostFields,
    // The same values once more change nothing.
    isRepeatable: true,
  })
  const lost = fields.filter((field) => kept[field] !== wanted[field])
  if (lost.length > 0)
    throw refusal(
      'bad_response',
      `Post ${id} did not keep ${lost.join(', ')}`,
      'The site didn’t save the keyword.',
    )
}
