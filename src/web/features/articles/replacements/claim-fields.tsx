import { Input } from 'antd'
import type { ReplacementPlace } from '#shared/features/articles/replacements/contract.ts'
import { SENTENCE_MAXIMUM } from '#shared/features/articles/replacements/rules.ts'
import { Button } from '#web/ui/input/button.tsx'
import { WordsDifference } from '#web/ui/text/words-difference.tsx'
import { CLAIMS } from './messages.ts'
import type { ClaimWords } from './use-claim-words.ts'

/** The sentence with the new product's name, as a starting point. */
function renamed(sentence: string, { before, after }: ReplacementPlace): string {
  if (before === null || after === null || before.name === '') return sentence
  return sentence.replaceAll(before.name, after.name)
}

interface ClaimFieldProps {
  place: ReplacementPlace
  sentence: string
  /** Undefined without a decision, empty if the sentence is removed. */
  answer: string | undefined
  /** Undefined unless the user is typing. */
  draft: string | undefined
  onAnswer: (words: string | undefined) => void
  onDraft: (words: string | undefined) => void
}

function ClaimField({ place, sentence, answer, draft, onAnswer, onDraft }: ClaimFieldProps) {
  if (draft !== undefined) {
    const save = () => {
      onAnswer(draft.trim())
      onDraft(undefined)
    }
    return (
      <>
        <Input.TextArea
          autoFocus
          autoSize
          aria-label={`New words for “${sentence}”`}
          maxLength={SENTENCE_MAXIMUM}
          value={draft}
          onChange={(event) => onDraft(event.target.value)}
        />
        <span className="cluster gap-6 row-gap-2">
          <Button size="small" disabled={draft.trim() === '' || draft.trim() === sentence} onClick={save}>
            Use these words
          </Button>
          <Button size="small" type="text" onClick={() => onDraft(undefined)}>
            Cancel
          </Button>
        </span>
      </>
    )
  }
  const open = () => onDraft(answer || renamed(sentence, place))
  if (answer !== undefined)
    return (
      <>
        <span className="words">
          <WordsDifference before={sentence} after={answer} />
        </span>
        <span className="cluster gap-6 row-gap-2">
          <span className="claim-state done">{answer === '' ? 'will be removed' : 'rewritten'}</span>
          <Button size="small" type="link" onClick={open}>
            {answer === '' ? 'Rewrite' : 'Edit'}
          </Button>
          <Button size="small" type="text" onClick={() => onAnswer(undefined)}>
            Undo
          </Button>
        </span>
      </>
    )
  return (
    <>
      <span className="words">{sentence}</span>
      <span className="cluster gap-6 row-gap-2">
        <span className="claim-state">needs your words</span>
        <Button size="small" type="link" onClick={open}>
          Rewrite
        </Button>
        <Button size="small" type="text" onClick={() => onAnswer('')}>
          Remove the sentence
        </Button>
      </span>
    </>
  )
}

interface ClaimFieldsProps {
  place: ReplacementPlace
  words: ClaimWords
}

/**
 * The sentences about the old product: a person rewrites or removes each one, none is changed automatically.
 */
export function ClaimFields({ place, words: { answersOf, draftsOf, answer, draft } }: ClaimFieldsProps) {
  return (
    <>
      <p>{CLAIMS}</p>
      <ul className="replace-sentences stack gap-6 claims" aria-label={CLAIMS}>
        {place.claims.map((sentence) => (
          <li className="stack gap-2" key={sentence}>
            <ClaimField
              place={place}
              sentence={sentence}
              answer={answersOf(place).get(sentence)}
              draft={draftsOf(place).get(sentence)}
              onAnswer={(words) => answer(place, sentence, words)}
              onDraft={(words) => draft(place, sentence, words)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
