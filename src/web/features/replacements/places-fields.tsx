import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { Replacement, ReplacementPlace } from '#shared/features/replacements/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { SiteCodeBadge } from '../sites/site-code-badge.tsx'
import { ALL_BLOCKED, kindOf, NO_PLACES } from './messages.ts'

interface PlaceTitleProps {
  place: ReplacementPlace
}

/** The title, linked to the article, or to the post if there is no article. */
export function PlaceTitle({ place: { article_id: id, result_id: result, title, url } }: PlaceTitleProps) {
  const shown = result ?? id
  if (shown !== null)
    return (
      <Link to={SCREENS.article.path} params={{ id: String(shown) }} title={title}>
        {title}
      </Link>
    )
  if (url === null) return <span className="place-title">{title}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" title={title}>
      {title}
      <span className="visually-hidden"> opens in a new tab</span>
    </a>
  )
}

/** Up to this number are listed directly: a collapsed list would save only one line. */
const FEW_BLOCKED = 3

interface PlacesFieldsProps {
  replacement: Replacement
  ticked: ReadonlySet<number>
  onTick: (id: number) => void
}

/**
 * The places to replace the product in: those without obstacles are preselected, and blocked ones are listed
 * below with the reason.
 */
export function PlacesFields({ replacement: { list }, ticked, onTick }: PlacesFieldsProps) {
  const open = list.filter(({ state }) => state === 'open')
  const blocked = list.filter(({ state }) => state === 'blocked')
  return (
    <>
      {open.length === 0 && <p className="quiet">{blocked.length === 0 ? NO_PLACES : ALL_BLOCKED}</p>}
      {open.length > 0 && (
        <ul className="replace-places">
          {open.map((place) => (
            <li key={place.place_id}>
              <input
                type="checkbox"
                id={`place-${place.place_id}`}
                checked={ticked.has(place.place_id)}
                onChange={() => onTick(place.place_id)}
              />
              <SiteCodeBadge code={place.site} />
              <label htmlFor={`place-${place.place_id}`} title={place.title}>
                {place.title}
              </label>
              <span className="place-award">{place.award || 'no award'}</span>
              <span className="place-note">{kindOf(place)}</span>
              {place.doubt !== null && <span className="place-note doubt">{place.doubt}</span>}
            </li>
          ))}
        </ul>
      )}
      {blocked.length > 0 && (
        <details className="replace-blocked" open={open.length === 0 || blocked.length <= FEW_BLOCKED}>
          <summary>{countedIn(blocked.length, 'place')} to look at by hand</summary>
          <ul className="replace-places">
            {blocked.map((place) => (
              <li key={place.place_id}>
                <span />
                <SiteCodeBadge code={place.site} />
                <PlaceTitle place={place} />
                <span className="place-award">{place.award}</span>
                <span className="place-note">{place.reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
