import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import type { RequestedEdits } from '#shared/features/articles/replacements/contract.ts'
import { isUnderWay } from '#shared/features/articles/replacements/rules.ts'
import { NotLoadedNote } from '#web/ui/feedback/not-loaded-note.tsx'
import { CopyButton } from '#web/ui/input/copy-button.tsx'
import { NewTabMark } from '#web/ui/text/new-tab-mark.tsx'
import { WordsDifference } from '#web/ui/text/words-difference.tsx'
import { EDITS } from './messages.ts'
import { editsQuery } from './queries.ts'

interface CopiedProps {
  /** The copied text's name, as part of the button's name. */
  what: string
  text: string
}

function Copied({ what, text }: CopiedProps) {
  return <CopyButton label={`Copy ${what}`} text={() => text} done={EDITS.copied} icon={<Copy size={14} />} />
}

function Products({ edits: { from, to, link } }: { edits: RequestedEdits }) {
  return (
    <dl className="edits-products">
      <dt>{EDITS.old}</dt>
      <dd>
        <span>
          {from.name} <span className="meta">{from.asin}</span>
        </span>
      </dd>
      <dt>{EDITS.new}</dt>
      <dd>
        <strong>{to.name}</strong>
        <Copied what="the new name" text={to.name} />
      </dd>
      <dt>{EDITS.asin}</dt>
      <dd>
        <span className="tabular">{to.asin}</span>
        <Copied what="the new ASIN" text={to.asin} />
      </dd>
      <dt>{EDITS.link}</dt>
      <dd>
        <span className="break-words">{link}</span>
        <Copied what="the new link" text={link} />
      </dd>
    </dl>
  )
}

function Sentence({ before, after }: RequestedEdits['sentences'][number]) {
  return (
    <li>
      <p className="words">
        {after === '' ? (
          <del className="word-change">{before}</del>
        ) : (
          <WordsDifference before={before} after={after} />
        )}
      </p>
      {after === '' ? (
        <p className="meta">{EDITS.remove}</p>
      ) : (
        <p className="row between gap-8">
          <span>
            <span className="meta">{EDITS.instead}</span> {after}
          </span>
          <Copied what={`“${after}”`} text={after} />
        </p>
      )}
    </li>
  )
}

function WordsList({ label, list }: { label: string; list: readonly string[] }) {
  if (list.length === 0) return null
  return (
    <>
      <p>{label}</p>
      <ul className="edits-sentences stack gap-10" aria-label={label}>
        {list.map((words) => (
          <li key={words} className="words">
            {words}
          </li>
        ))}
      </ul>
    </>
  )
}

/** For an article that requests edits of a post on its site: what to put where, to copy. */
export function EditsPanel({ article }: { article: Article }) {
  const { article_id: id, version, status, revises } = article
  // Only a new article can stand for a post that was not written here.
  const isRequest = revises === null && isUnderWay(status)
  const query = useQuery({ ...editsQuery(id, version), enabled: isRequest })
  const { data: edits, error } = query
  if (!isRequest) return null
  if (error && edits === undefined) return <NotLoadedNote what={EDITS.failed} query={query} />
  if (!edits) return null
  return (
    <section className="page-card edits mb-16" aria-labelledby="edits-title">
      <div className="page-card-head">
        <h3 id="edits-title">{EDITS.title}</h3>
        {edits.post_url !== null && (
          <a className="nowrap" href={edits.post_url} target="_blank" rel="noopener noreferrer">
            {EDITS.openPost} <NewTabMark />
          </a>
        )}
      </div>
      <p className="quiet">
        {EDITS.about} {status === 'draft' && EDITS.ofDraft}
      </p>
      <Products edits={edits} />
      {edits.sentences.length > 0 && (
        <ol className="edits-sentences stack gap-10" aria-label={EDITS.sentences}>
          {edits.sentences.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a post may have the same sentence twice
            <Sentence key={index} {...sentence} />
          ))}
        </ol>
      )}
      <WordsList label={EDITS.open} list={edits.open} />
      <WordsList label={EDITS.stays} list={edits.stays} />
      {!edits.is_read && <p className="quiet">{EDITS.unread}</p>}
    </section>
  )
}
