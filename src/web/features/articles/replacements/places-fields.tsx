import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { Replacement, ReplacementPlace } from '#shared/features/articles/replacements/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import { SiteCodeBadge } from '../../ground/sites/site-code-badge.tsx'
import { ALL_BLOCKED, EDIT_ON_SITE, GROUPS, kindOf, NO_PLACES, OPEN_UPDATE } from './messages.ts'

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

interface PlaceRowProps extends Pick<PlacesFieldsProps, 'ticked' | 'onTick'> {
  place: ReplacementPlace
}

function OpenRow({ place, ticked, onTick }: PlaceRowProps) {
  const { place_id: id, title, reason, doubt } = place
  return (
    <li>
      <Checkbox id={`place-${id}`} checked={ticked.has(id)} onChange={() => onTick(id)} />
      <SiteCodeBadge code={place.site} />
      <label htmlFor={`place-${id}`} title={title}>
        {title}
      </label>
      <span className="place-award">{place.award || 'no award'}</span>
      <span className="place-note">{kindOf(place)}</span>
      {reason !== null && <span className="place-note">{reason}</span>}
      {doubt !== null && <span className="place-note doubt">{doubt}</span>}
    </li>
  )
}

function BlockedRow({ place }: { place: ReplacementPlace }) {
  const { article_id: article, result_id: update, url, title } = place
  return (
    <li>
      <span />
      <SiteCodeBadge code={place.site} />
      <PlaceTitle place={place} />
      <span className="place-award">{place.award}</span>
      <span className="place-note">
        {place.reason}{' '}
        {update !== null && (
          <Link
            to={SCREENS.article.path}
            params={{ id: String(update) }}
            aria-label={`${OPEN_UPDATE}: ${title}`}
          >
            {OPEN_UPDATE}
          </Link>
        )}{' '}
        {article === null && url !== null && (
          <a href={url} target="_blank" rel="noopener noreferrer" aria-label={`${EDIT_ON_SITE}: ${title}`}>
            {EDIT_ON_SITE}
          </a>
        )}
      </span>
    </li>
  )
}

type OpenGroupProps = Pick<PlacesFieldsProps, 'ticked' | 'onTick'> & {
  places: readonly ReplacementPlace[]
  group: (typeof GROUPS)[keyof typeof GROUPS]
}

function OpenGroup({ places, group: { title, note }, ...choice }: OpenGroupProps) {
  const id = useId()
  if (places.length === 0) return null
  return (
    <>
      <h4 className="places-head cluster align-stretch between gap-8 row-gap-0" id={id}>
        {title} <span className="meta regular">{note}</span>
      </h4>
      <ul className="replace-places ruled" aria-labelledby={id}>
        {places.map((place) => (
          <OpenRow key={place.place_id} place={place} {...choice} />
        ))}
      </ul>
    </>
  )
}

/**
 * The places to replace the product in, here and on their sites: those without obstacles are preselected, and
 * blocked ones are listed below with the reason.
 */
export function PlacesFields({ replacement: { list }, ...choice }: PlacesFieldsProps) {
  const open = list.filter(({ state }) => state === 'open')
  const blocked = list.filter(({ state }) => state === 'blocked')
  const here = open.filter(({ way }) => way !== 'request')
  const hasLive = here.some(({ way }) => way === 'live')
  return (
    <>
      {open.length === 0 && <p className="quiet">{blocked.length === 0 ? NO_PLACES : ALL_BLOCKED}</p>}
      <OpenGroup places={here} group={hasLive ? GROUPS.hereLive : GROUPS.here} {...choice} />
      <OpenGroup places={open.filter(({ way }) => way === 'request')} group={GROUPS.sites} {...choice} />
      {blocked.length > 0 && (
        <details className="replace-blocked mt-8" open={open.length === 0 || blocked.length <= FEW_BLOCKED}>
          <summary>{countedIn(blocked.length, 'place')} to look at by hand</summary>
          <ul className="replace-places ruled">
            {blocked.map((place) => (
              <BlockedRow key={place.place_id} place={place} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
