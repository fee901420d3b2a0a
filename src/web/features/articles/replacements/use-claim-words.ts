import { useState } from 'react'
import type { ReplacementPlace } from '#shared/features/articles/replacements/contract.ts'

/** Texts by sentence. */
type Words = ReadonlyMap<string, string>
/** The same, by place. */
type AllWords = ReadonlyMap<number, Words>
const NONE: Words = new Map()

function withWords(
  all: AllWords,
  { place_id: id }: ReplacementPlace,
  sentence: string,
  words: string | undefined,
): AllWords {
  const next = new Map(all.get(id))
  if (words === undefined) next.delete(sentence)
  else next.set(sentence, words)
  return new Map(all).set(id, next)
}

/**
 * What the user writes about the sentences of each place. Both are kept while another place is shown: `answers` are
 * the decisions, empty for a sentence that is removed; `drafts` are texts that the user is still typing.
 */
export function useClaimWords() {
  const [answers, setAnswers] = useState<AllWords>(new Map())
  const [drafts, setDrafts] = useState<AllWords>(new Map())
  const isTyped = [...answers.values()].some((each) => [...each.values()].some((words) => words !== ''))
  return {
    answersOf: ({ place_id: id }: ReplacementPlace) => answers.get(id) ?? NONE,
    draftsOf: ({ place_id: id }: ReplacementPlace) => drafts.get(id) ?? NONE,
    /** Decides about a sentence; undefined takes the decision back. */
    answer: (place: ReplacementPlace, sentence: string, words: string | undefined) =>
      setAnswers(withWords(answers, place, sentence, words)),
    /** Keeps a text while it is typed; undefined closes its field. */
    draft: (place: ReplacementPlace, sentence: string, words: string | undefined) =>
      setDrafts(withWords(drafts, place, sentence, words)),
    /** Whether closing the panel would lose typed text. */
    hasWords: isTyped || [...drafts.values()].some((each) => each.size > 0),
    clear() {
      setAnswers(new Map())
      setDrafts(new Map())
    },
  }
}

export type ClaimWords = ReturnType<typeof useClaimWords>
