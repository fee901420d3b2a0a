import { useQuery } from '@tanstack/react-query'
import type { ReplacementPlace } from '#shared/features/replacements/contract.ts'
import { WordsDifference } from '#web/ui/words-difference.tsx'
import { FAILURES, SAME_WORDS } from './messages.ts'
import { differenceQuery } from './queries.ts'

/** Something that goes, and what comes for it. */
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

/** What readers of a live post would read otherwise, sentence by sentence. */
function LiveSentences({ of: { replacement, place } }: { of: { replacement: number; place: number } }) {
  const { data, error } = useQuery(differenceQuery(replacement, place))
  if (error && !data) return <p className="quiet">{FAILURES.difference}</p>
  if (!data) return <p className="quiet">…</p>
  if (data.sentences.length === 0) return <p className="quiet">{SAME_WORDS}</p>
  return (
    <ul className="replace-sentences" aria-label="Sentences that change">
      {data.sentences.map(({ before, after }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no identity and are only shown
        <li key={index} className="words">
          <WordsDifference before={before} after={after} />
        </li>
      ))}
    </ul>
  )
}

/** The same, and what stays. */
function LiveNotes({ of }: { of: { replacement: number; place: number } }) {
  return (
    <>
      <LiveSentences of={of} />
      <p className="quiet">
        We change the number, links, name and price on the site, nothing else. Check the post afterwards.
      </p>
    </>
  )
}

/** What one article would say otherwise: the product, its ASIN, what is written of it, and what a person has to write. */
export function DifferenceCard({ place, replacement }: { place: ReplacementPlace; replacement: number }) {
  const { before, after, mode, way, moves_from: from, mentions, award } = place
  if (before === null || after === null) return null
  const summary = before.summary !== '' || after.summary !== ''
  return (
    <div className="replace-difference">
      <p>
        {award || 'No award'}: <Exchanged before={before.name} after={after.name} />
      </p>
      <p>
        ASIN <Exchanged before={before.asin} after={after.asin} />
      </p>
      {mode === 'moveUp' && (
        <p className="quiet">Already in this post{from ? ` as ${from}` : ''}; it moves up with its text.</p>
      )}
      {summary && after.summary !== '' && (
        <p>
          Summary <Exchanged before={before.summary || 'none'} after={after.summary} />
        </p>
      )}
      {way === 'live' && <LiveNotes of={{ replacement, place: place.place_id }} />}
      {way !== 'live' && after.summary === '' && (
        <p className="quiet">
          {before.summary === ''
            ? 'No summary.'
            : 'The summary describes the old product and will be removed. Write a new one.'}
        </p>
      )}
      {mentions.length > 0 && (
        <p className="quiet">Also mentioned in the {mentions.join(' and ')}. Edit that yourself.</p>
      )}
    </div>
  )
}
