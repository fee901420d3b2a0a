import { useRef, useState } from 'react'
import { type Article, ReviewComment } from '#shared/features/articles/contract.ts'
import type { Override } from '#shared/features/preflight/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { newCallKey } from '#web/api/call-key.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useFormStash } from '#web/api/use-form-stash.ts'
import { formIssues } from '#web/ui/form-issues.ts'
import { FAILURES } from './messages.ts'
import { useSaveArticle } from './queries.ts'
import {
  type ArticleValues,
  blankValues,
  bodyOf,
  changeOf,
  type Issues,
  isSame,
  issuesIn,
  type Preset,
  useArticleValues,
  valuesOf,
  withoutIssue,
} from './use-article-values.ts'
import { currentArticleIn, useConflict } from './use-conflict.ts'

/** The id of the control for a path such as `products.0.asin`. */
export const fieldId = (path: string) => `article-${path.replaceAll('.', '-')}`

/** Sets the focus on the topmost field that is not right. */
function focusFirst(issues: Issues) {
  const controls = Object.keys(issues).flatMap((path) => document.getElementById(fieldId(path)) ?? [])
  const first = controls.reduce<HTMLElement | null>(
    (top, control) =>
      top && top.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING ? top : control,
    null,
  )
  first?.focus()
}

interface Stashed {
  values: ArticleValues
  initial: ArticleValues
  version: number | undefined
  comment: string
  key: string
}

interface EditorParts {
  /** Null for a new one. */
  article: Article | null
  preset?: Preset | undefined
}

/** An article being written: its values, what is wrong with them, and how they are saved. */
export function useArticleEditor({ article, preset }: EditorParts) {
  const [base, setBase] = useState(article)
  const [initial, setInitial] = useState(() => (article ? valuesOf(article) : blankValues(preset)))
  const [comment, writeComment] = useState('')
  const form = useArticleValues(initial)
  const { values, setValues, setIssues } = form
  const conflict = useConflict({ values, setValues })
  const saving = useSaveArticle()
  const isSaving = useRef(false)
  const [key, setKey] = useState(newCallKey)

  const setComment = (text: string) => {
    writeComment(text)
    setIssues((shown) => withoutIssue(shown, 'comment'))
  }
  const isDirty = comment !== '' || !isSame(values, initial)
  useFormStash<Stashed>(
    `article ${article?.article_id ?? 'new'}`,
    isDirty ? { values, initial, version: base?.version, comment, key } : null,
    (kept) => {
      setValues(kept.values)
      setInitial(kept.initial)
      setComment(kept.comment)
      setKey(kept.key)
      // The version that was read back then: a save in the meantime shows as a conflict.
      setBase((read) => read && { ...read, version: kept.version ?? read.version })
    },
  )

  const refuse = (error: unknown, failTitle: string) => {
    const current = currentArticleIn(error)
    if (current) {
      conflict.raise(initial, current)
      setBase(current)
      setInitial(valuesOf(current))
      return
    }
    if (error instanceof ApiError) {
      setIssues(error.issues)
      focusFirst(error.issues)
    }
    handleError(failTitle)(error)
  }

  /** Marks what is missing; says whether everything is there. */
  const check = (isDraft: boolean): boolean => {
    const found = { ...formIssues(ReviewComment, { comment }), ...issuesIn(values, isDraft) }
    setIssues(found)
    focusFirst(found)
    return Object.keys(found).length === 0
  }

  /** The article as saved, or null where it was refused; then the form holds what was typed, and says why. */
  const save = async (
    isDraft: boolean,
    overrides: Override[],
    failTitle: string = FAILURES.save,
  ): Promise<Article | null> => {
    // A double click on a button that has not yet been redrawn as busy.
    if (isSaving.current) return null
    isSaving.current = true
    try {
      const saved = await saving.mutateAsync({
        article: base,
        key,
        body: { ...(base ? changeOf(values, initial) : bodyOf(values)), draft: isDraft, overrides },
      })
      const stored = valuesOf(saved)
      setBase(saved)
      setInitial(stored)
      setValues((typed) => (isSame(typed, values) ? stored : typed))
      conflict.settle()
      return saved
    } catch (error) {
      refuse(error, failTitle)
      return null
    } finally {
      isSaving.current = false
    }
  }

  return { base, form, comment, setComment, conflict, isDirty, isSaving: saving.isPending, check, save }
}

export type ArticleEditor = ReturnType<typeof useArticleEditor>
