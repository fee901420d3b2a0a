import { useQuery } from '@tanstack/react-query'
import type { ReplacementPlace } from '#shared/features/articles/replacements/contract.ts'
import { isOnOther } from '#shared/features/articles/replacements/rules.ts'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import { WordsDifference } from '#web/ui/text/words-difference.tsx'
import { ClaimFields } from './claim-fields.tsx'
import {
  ACCEPT_LEFTOVERS,
  FAILURES,
  LEFTOVERS,
  NO_SENTENCES,
  OPEN_SENTENCES,
  SAME_WORDS,
  STAYING_LINKS,
} from './messages.ts'
import { differenceQuery } from './queries.ts'
import type { ClaimWords } from './use-claim-words.ts'

/** A removed value and its replacement. */
function Exchanged({ before, after }: { before: string; after: string }) {
  return (
    <>
      <del className="word-change">
        <span className="visually-hidden">gone: </span>
        {before}
      </del>{' '}
      <ins className="word-change">
        <span className="visually-hidden">new: </span>
        {after}
      </ins>
    </>
  )
}

interface OthersListProps {
  label: string
  others: readonly { before: string; after: string }[]
}

function OthersList({ label, others }: OthersListProps) {
  return (
    <ul className="replace-sentences stack gap-6" aria-label={label}>
      {others.map(({ before, after }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no identity and are only shown
        <li key={index} className="words">
          <WordsDifference before={before} after={after} />
        </li>
      ))}
    </ul>
  )
}

/** The changed sentences of a live post, and the changes to its markup. */
function LiveSentences({ of: { replacement, place } }: { of: { replacement: number; place: number } }) {
  const { data, error } = useQuery(differenceQuery(replacement, place))
  if (error && !data) return <p className="quiet">{FAILURES.difference}</p>
  if (!data) return <p className="quiet">…</p>
  const { sentences, attributes } = data
  return (
    <>
      {sentences.length === 0 ? (
        <p className="quiet">{SAME_WORDS}</p>
      ) : (
        <OthersList label="Sentences that change" others={sentences} />
      )}
      {attributes.length > 0 && <OthersList label="Links and attributes that change" others={attributes} />}
    </>
  )
}

interface LeftoversFieldProps {
  place: ReplacementPlace
  isAccepted: boolean
  onAccept: () => void
}

/** The unchanged texts of a place, without the sentences that need a decision. */
const stayingIn = ({ mentions, claims }: ReplacementPlace) =>
  mentions.filter((words) => !claims.includes(words))

/**
 * Mentions of the old product that would stay in a live post. The post is only changed if the user accepts
 * them.
 */
function LeftoversField({ place, isAccepted, onAccept }: LeftoversFieldProps) {
  return (
    <>
      <WordsList label={LEFTOVERS} list={stayingIn(place)} />
      <p className="replace-accept">
        <Checkbox checked={isAccepted} onChange={onAccept}>
          {ACCEPT_LEFTOVERS}
        </Checkbox>
      </p>
    </>
  )
}

function WordsList({ label, list }: { label: string; list: readonly string[] }) {
  if (list.length === 0) return null
  return (
    <>
      <p>{label}</p>
      <ul className="replace-sentences stack gap-6" aria-label={label}>
        {list.map((words) => (
          <li key={words} className="words">
            {words}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The sentences that a request asks the site's editors to change, and those it leaves to their words. */
function RequestNotes({ replacement, place }: { replacement: number; place: ReplacementPlace }) {
  const rest = stayingIn(place)
  if (place.reason !== null) return <p className="quiet">{NO_SENTENCES}</p>
  return (
    <>
      <LiveSentences of={{ replacement, place: place.place_id }} />
      <WordsList label={OPEN_SENTENCES} list={rest.filter((words) => !isOnOther(words))} />
      <WordsList label={STAYING_LINKS} list={rest.filter(isOnOther)} />
    </>
  )
}

/** The changes to a live post, and what stays. */
function LiveNotes({ of }: { of: { replacement: number; place: number } }) {
  return (
    <>
      <LiveSentences of={of} />
      <p className="quiet">We change this on the site, and nothing else. Check the post afterwards.</p>
    </>
  )
}

/** The product's new title and text in an article; a new product starts without a summary. */
function ArticleNotes({ place }: { place: ReplacementPlace }) {
  const { before, after, mentions, award } = place
  if (before === null || after === null) return null
  return (
    <>
      <p>
        {award || 'No award'}: <Exchanged before={before.name} after={after.name} />
      </p>
      {after.summary !== '' && (
        <p>
          Summary <Exchanged before={before.summary || 'none'} after={after.summary} />
        </p>
      )}
      {after.summary === '' && (
        <p className="quiet">
          {before.summary === ''
            ? 'No summary.'
            : 'The summary describes the old product and will be removed. Write a new one.'}
        </p>
      )}
      {mentions.length > 0 && (
        <p className="quiet">Also mentioned in the {mentions.join(' and ')}. Edit that yourself.</p>
      )}
    </>
  )
}

/** The changes to one place: the product, its ASIN, its texts, and the texts that a person has to write. */
export function DifferenceCard({
  replacement,
  words,
  ...field
}: LeftoversFieldProps & { replacement: number; words: ClaimWords }) {
  const { place } = field
  const { before, after, mode, way, moves_from: from, claims } = place
  if (before === null || after === null) return null
  return (
    <div className="replace-difference stack gap-2">
      <p>
        ASIN <Exchanged before={before.asin} after={after.asin} />
      </p>
      {mode === 'moveUp' && (
        <p className="quiet">Already in this post{from ? ` as ${from}` : ''}; it moves up with its text.</p>
      )}
      {way === 'live' ? (
        <LiveNotes of={{ replacement, place: place.place_id }} />
      ) : way === 'request' ? (
        <RequestNotes replacement={replacement} place={place} />
      ) : (
        <ArticleNotes place={place} />
      )}
      {claims.length > 0 && <ClaimFields place={place} words={words} />}
      {way === 'live' && stayingIn(place).length > 0 && <LeftoversField {...field} />}
    </div>
  )
}
