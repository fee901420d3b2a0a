import { Input } from 'antd'
import { Search, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/keywords/contract.ts'
import { isSubmitKey } from '#web/ui/input/use-hotkey.ts'
import { FIELD } from './messages.ts'
import { hasSeparator, MOST_TOGETHER, wordsIn } from './search.ts'

interface WordsFieldsProps {
  words: readonly string[]
  /** The number of leading words that were searched; the others wait for the next search. */
  searched: number
  typed: string
  onType: (typed: string) => void
  onAdd: (words: readonly string[]) => void
  onRemove: (word: string) => void
  onClear: () => void
}

/** The keywords of a lookup as numbered chips, with a field for the next one. */
export function WordsFields({ words, searched, typed, onType, onAdd, onRemove, onClear }: WordsFieldsProps) {
  const box = useRef<HTMLDivElement>(null)
  // Removing it would lose the focus.
  const focus = () => box.current?.querySelector<HTMLInputElement>('input')?.focus()
  const change = (text: string) => {
    if (!hasSeparator(text)) return onType(text.trimStart())
    // The part behind the last separator is still being typed.
    const [, done = '', rest = ''] = /^(.*)[,;](.*)$/.exec(text) ?? []
    onAdd(wordsIn(done))
    onType(rest.trimStart())
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!hasSeparator(text)) return
    event.preventDefault()
    onAdd(wordsIn(text))
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, repeat } = event
    if (isSubmitKey(event) && !repeat) {
      event.preventDefault()
      event.currentTarget.form?.requestSubmit()
    }
    // Deleting typed text must not remove searched keywords; they have a button for that.
    const last = words.slice(searched).at(-1)
    if (key === 'Backspace' && !repeat && typed === '' && last !== undefined) onRemove(last)
  }
  return (
    <div className="look-up-words cluster gap-6" ref={box}>
      <Search size={16} aria-hidden="true" className="quiet" />
      {words.map((word, at) => (
        <span key={word} className={at < searched ? 'look-up-word' : 'look-up-word waiting'}>
          <span className="from-number">{at + 1}</span>
          <span className="ellipsis">{word}</span>
          {at >= searched && <span className="visually-hidden">{FIELD.waiting}</span>}
          <button
            type="button"
            aria-label={`Remove ${word}`}
            onClick={() => {
              onRemove(word)
              focus()
            }}
          >
            <X size={14} aria-hidden="true" />
          </button>
        </span>
      ))}
      <Input
        variant="borderless"
        aria-label="Keyword"
        placeholder={
          words.length === 0 ? FIELD.begin : words.length < MOST_TOGETHER ? FIELD.more : FIELD.full
        }
        value={typed}
        maxLength={KEYWORD_MAXIMUM}
        data-page-search
        onPaste={paste}
        onKeyDown={press}
        onChange={({ target }) => change(target.value)}
      />
      {words.length > 1 && (
        <button
          type="button"
          className="look-up-clear"
          aria-label="Clear keywords"
          title="Clear keywords"
          onClick={() => {
            onClear()
            focus()
          }}
        >
          <X size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
