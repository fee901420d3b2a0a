import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import type { Revision, RevisionPlace } from '#shared/features/articles/revisions/contract.ts'
import { PICTURE_PLACE, TAKES } from '#shared/features/articles/revisions/rules.ts'
import { useMay } from '#web/api/session.ts'
import { ArticleLink } from '#web/features/articles/articles/article-link.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { NewTabMark } from '#web/ui/text/new-tab-mark.tsx'
import { WordsDifference } from '#web/ui/text/words-difference.tsx'
import { contentOf, equalLabel, FAILURES, takeLabel } from './messages.ts'
import { revisionQuery, useChooseWords } from './queries.ts'

function Words({ words, none }: { words: string | null; none: string }) {
  return words ? <p className="words">{words}</p> : <p className="quiet">{none}</p>
}

/** A field can be a picture, which is rendered as such. */
function Live({ place: { key, label, live } }: { place: RevisionPlace }) {
  if (key === PICTURE_PLACE && live)
    return <img className="revision-picture" src={live} alt={`${label}, live`} />
  return <Words words={live} none="No Copydesk block in the post" />
}

/** The new content of the place, with its differences from the live content. */
function Wanted({ place: { key, label, verdict, live, wanted } }: { place: RevisionPlace }) {
  if (verdict === 'post') return <p className="quiet">Changed on the site; stays as it is</p>
  if (key === PICTURE_PLACE)
    return wanted ? (
      <img className="revision-picture" src={wanted} alt={`${label}, revision`} />
    ) : (
      <p className="quiet">No picture</p>
    )
  if (verdict === 'same') return <Words words={wanted} none="Nothing" />
  return (
    <p className="words">
      <WordsDifference before={live ?? ''} after={wanted ?? ''} />
    </p>
  )
}

/** The article and the live post both changed the same words: the user chooses a version. */
function ChoiceRow({ articleId, place }: { articleId: number; place: RevisionPlace }) {
  const mayChoose = useMay('ValidateArticles')
  const choosing = useChooseWords(articleId)
  return (
    <div className="revision-choice cluster gap-8 row-gap-4">
      <p>
        <b>Changed in both places.</b>{' '}
        {place.take === null
          ? `Which ${contentOf(place.key)} should stay?`
          : place.take === 'post'
            ? `The post’s ${contentOf(place.key)} stays.`
            : `The revision’s ${contentOf(place.key)} is used.`}
      </p>
      {mayChoose &&
        TAKES.map((take) => (
          <Button
            key={take}
            size="small"
            aria-pressed={place.take === take}
            aria-label={`${takeLabel(take, place.key)}: ${place.label}`}
            disabled={choosing.isPending || place.take === take}
            onClick={() => choosing.mutate({ place, take })}
          >
            {takeLabel(take, place.key)}
          </Button>
        ))}
    </div>
  )
}

function PlaceRow({ articleId, place }: { articleId: number; place: RevisionPlace }) {
  return (
    <li className={`revision-place stack bounded ${place.verdict}`}>
      <h4 className="small quiet span-columns">{place.label}</h4>
      <div>
        <span className="revision-side quiet">Live</span>
        <Live place={place} />
      </div>
      <div>
        <span className="revision-side quiet">Revision</span>
        <Wanted place={place} />
      </div>
      {place.verdict === 'both' && <ChoiceRow articleId={articleId} place={place} />}
    </li>
  )
}

/** Unchanged parts, collapsed by default. */
function EqualPlaces({ articleId, places }: { articleId: number; places: readonly RevisionPlace[] }) {
  const [isOpen, setOpen] = useState(false)
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <li className="revision-equal">
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon size={16} aria-hidden="true" />
          {equalLabel(places.map(({ label }) => label))}
        </button>
      </li>
      {isOpen && places.map((place) => <PlaceRow key={place.key} articleId={articleId} place={place} />)}
    </>
  )
}

const isEqual = ({ verdict }: RevisionPlace) => verdict === 'same'

/** The places in order, with consecutive unchanged places grouped. */
function runsOf(places: readonly RevisionPlace[]): [RevisionPlace, ...RevisionPlace[]][] {
  const runs: [RevisionPlace, ...RevisionPlace[]][] = []
  for (const place of places) {
    const last = runs.at(-1)
    if (last && isEqual(last[0]) && isEqual(place)) last.push(place)
    else runs.push([place])
  }
  return runs
}

function Banner({ revision: { revises, post } }: { revision: Revision }) {
  return (
    <Alert kind="note" title="The post stays as it is until this is approved.">
      It keeps its ID {post.id} and its address{' '}
      {post.url ? (
        <a href={post.url} target="_blank" rel="noopener noreferrer" className="with-icon">
          {post.url}
          <NewTabMark />
        </a>
      ) : (
        'on its site'
      )}
      . An update of <ArticleLink id={revises.article_id}>{revises.title}</ArticleLink>.
    </Alert>
  )
}

/** An update of a published article, place by place: the live content beside the new one. */
export function RevisionPanel({ article }: { article: Article }) {
  const { data, error, refetch } = useQuery(revisionQuery(article))
  if (error) return <Failed title={FAILURES.read} message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  return (
    <section className="stack gap-12 mb-16" aria-label="Live and revision">
      <Banner revision={data} />
      <ol className="revision-places ruled">
        <li className="revision-heads quiet" aria-hidden="true">
          <span>Live</span>
          <span>Revision</span>
        </li>
        {runsOf(data.places).map(([first, ...rest]) =>
          isEqual(first) ? (
            <EqualPlaces key={first.key} articleId={article.article_id} places={[first, ...rest]} />
          ) : (
            <PlaceRow key={first.key} articleId={article.article_id} place={first} />
          ),
        )}
        {data.others.map((words) => (
          <li key={words} className="revision-place stack bounded other">
            <h4 className="small quiet span-columns">Written on the site</h4>
            <div>
              <span className="revision-side quiet">Live</span>
              <Words words={words} none="" />
            </div>
            <div>
              <p className="quiet">Stays as it is</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
