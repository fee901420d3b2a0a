import {
  ArrowLeftRight,
  Globe,
  type LucideIcon,
  Pencil,
  Plus,
  Tags,
  ToggleLeft,
  Undo2,
  Upload,
} from 'lucide-react'
import type { ChangeAction, ChangeRow } from '#shared/features/keywords/keyword-changes/contract.ts'
import { bringsKeywords } from '#shared/features/keywords/keyword-changes/rules.ts'
import { counted } from '#shared/format/count.ts'
import { keywordsOf } from './messages.ts'

const ICONS: Readonly<Record<ChangeAction, LucideIcon>> = {
  track: ToggleLeft,
  untrack: ToggleLeft,
  addSites: Globe,
  removeSites: Globe,
  addTags: Tags,
  removeTags: Tags,
  changeTags: ArrowLeftRight,
  add: Plus,
  edit: Pencil,
  upload: Upload,
  undo: Undo2,
}

/** `tag q4`, `tags q4 and kitchen`, `tracking`. */
function nounsOf(values: ChangeRow['values'], kind: 'tag' | 'site') {
  const names = values.filter((value) => value.kind === kind).map(({ name }) => name)
  return names.length === 0 ? [] : [`${kind}${names.length > 1 ? 's' : ''} ${names.join(', ')}`]
}

/** The change without its extent: `added tag q4, removed tag summer`. */
function deeds({ values }: ChangeRow): string {
  const of = (verb: string, isAdded: boolean) => {
    const some = values.filter((value) => value.is_added === isAdded)
    const nouns = [...nounsOf(some, 'tag'), ...nounsOf(some, 'site')]
    return nouns.length > 0 ? [`${verb} ${nouns.join(' and ')}`] : []
  }
  const tracking = values.find(({ kind }) => kind === 'tracked')
  const tracked = tracking ? [`tracking ${tracking.is_added ? 'on' : 'off'}`] : []
  return [...of('added', true), ...of('removed', false), ...tracked].join(', ') || 'changed'
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** A single keyword by name, otherwise the number. */
const aim = ({ changed, example }: ChangeRow) =>
  changed === 1 && example ? example.keyword : keywordsOf(changed)

const UNDONE: Readonly<Partial<Record<ChangeAction, string>>> = {
  upload: 'a CSV upload',
  add: 'an added keyword',
  edit: 'an edit',
  track: 'tracking on',
  untrack: 'tracking off',
  addSites: 'added sites',
  removeSites: 'removed sites',
}

function Sentence({ row }: { row: ChangeRow }) {
  const { action, changed, upload, undoes } = row
  if (action === 'upload')
    return (
      <>
        CSV upload <b>{upload?.file || 'of keywords'}</b>: <b>{counted(changed)} new</b>
      </>
    )
  if (action === 'add')
    return (
      <>
        Added <b>{aim(row)}</b>
      </>
    )
  if (action === 'undo')
    return (
      <>
        Undid {undoes ? (UNDONE[undoes.action] ?? 'a change of tags') : 'a change'}:{' '}
        <b>{keywordsOf(changed)}</b>
        {undoes && bringsKeywords(undoes.action) ? ' removed' : ' restored'}
      </>
    )
  return (
    <>
      {capital(deeds(row))} {action === 'track' || action === 'untrack' ? 'for' : 'on'} <b>{aim(row)}</b>
    </>
  )
}

function note({ action, selected, changed, upload, undoes }: ChangeRow): string {
  if (action === 'undo') return undoes ? `of ${counted(undoes.changed)} that ${undoes.name} had changed` : ''
  if (upload) {
    const { repeated, invalid } = upload
    const some = [
      repeated > 0 && `${counted(repeated)} already there`,
      invalid > 0 && `${counted(invalid)} refused`,
    ]
    return some.filter(Boolean).join(', ')
  }
  return selected > changed ? `of ${counted(selected)} selected` : ''
}

/** A change as a sentence. */
export function ChangeCell({ row }: { row: ChangeRow }) {
  const Icon = ICONS[row.action]
  const small = note(row)
  return (
    <span className={row.undo.state === 'undone' ? 'change-words undone' : 'change-words'}>
      <span className="change-icon stack">
        <Icon size={16} aria-hidden="true" />
      </span>
      <span>
        <span className="change-what">
          <Sentence row={row} />
        </span>
        {small && <span className="meta block">{small}</span>}
      </span>
    </span>
  )
}
