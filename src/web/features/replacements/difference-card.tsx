import type { ReplacementPlace } from '#shared/features/replacements/contract.ts'

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

/** What one article would say otherwise: the product, its ASIN, what is written of it, and what a person has to write. */
export function DifferenceCard({ place }: { place: ReplacementPlace }) {
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
        <p className="quiet">
          It stands there already{from ? ` as ${from}` : ''}, and moves up with its words.
        </p>
      )}
      {summary && after.summary !== '' && (
        <p>
          Summary <Exchanged before={before.summary || 'none'} after={after.summary} />
        </p>
      )}
      {way === 'live' && (
        <p className="quiet">
          Number, links, name and price are changed on the site; what else is written stays. Read it
          afterwards.
        </p>
      )}
      {way !== 'live' && after.summary === '' && (
        <p className="quiet">
          {before.summary === ''
            ? 'It has no summary.'
            : 'The summary is of the other product and goes: write it anew.'}
        </p>
      )}
      {mentions.length > 0 && (
        <p className="quiet">Also named in its {mentions.join(' and ')}: that is left to a person.</p>
      )}
    </div>
  )
}
