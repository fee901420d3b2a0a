import { Link, useNavigate } from '@tanstack/react-router'
import { Input } from 'antd'
import { FilePlus2 } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { type ContentRow, UpdateRequest } from '#shared/features/posts/content-tracker/contract.ts'
import { useMay } from '#web/api/session.ts'
import type { Form } from '#web/ui/form/form-store.ts'
import { issuesIn } from '#web/ui/form/issues.ts'
import { takeKept } from '#web/ui/form/stash.ts'
import { controlOf } from '#web/ui/form/text-field.tsx'
import { useForm, useFormStatus, useIssue, useValue } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { FieldError } from '#web/ui/input/labelled.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { KEYWORD_MISSING, REQUEST_ARTICLE, REQUEST_UPDATE, REQUESTS, UPDATE_UNDER_WAY } from './messages.ts'
import { useRequestUpdate } from './queries.ts'

interface UpdatePanelProps {
  row: ContentRow
  /** It is the main content of its container. */
  isMain?: boolean
}

/** A link to the open update, for users who may see it. */
function UnderWay({ articleId }: { articleId: number | null }) {
  const maySee = useMay(...SCREENS.article.access)
  if (articleId === null || !maySee) return <span className="quiet">{UPDATE_UNDER_WAY}</span>
  return (
    <Link to={SCREENS.article.path} params={{ id: String(articleId) }}>
      {UPDATE_UNDER_WAY}
    </Link>
  )
}

interface UpdateValues {
  keyword: string
}

const BLANK: UpdateValues = { keyword: '' }
const Keyword = UpdateRequest.pick({ keyword: true })

interface KeywordFieldProps {
  form: Form<UpdateValues>
  title: string
  onPressEnter: () => void
}

/** The keyword to target with a post that has none. */
function KeywordField({ form, title, onPressEnter }: KeywordFieldProps) {
  const issue = useIssue(form, 'keyword')
  const control = controlOf(form, 'keyword', issue)
  return (
    <div>
      <Input
        {...control}
        size="small"
        aria-label={`Keyword of ${title}`}
        aria-required
        placeholder="Keyword"
        value={useValue(form, 'keyword')}
        onChange={({ target }) => form.set('keyword', target.value)}
        onPressEnter={(event) => {
          // Otherwise the rest of the same key press would answer the question that it opens.
          event.preventDefault()
          onPressEnter()
        }}
      />
      <FieldError id={control.id} error={issue} />
    </div>
  )
}

/**
 * The typed instructions of an update. The card of a row and the row itself can be open at the same time.
 * Both close on any click outside, so the text is kept for the next opening.
 */
function useUpdateForm(name: string, asksKeyword: boolean) {
  return useForm<UpdateValues>({
    id: name.replaceAll(/[./]/g, '-'),
    stashAs: name,
    outlivesClosing: true,
    known: { values: BLANK },
    check: ({ keyword }) => {
      if (!asksKeyword) return {}
      return keyword.trim() === '' ? { keyword: KEYWORD_MISSING } : issuesIn(Keyword, { keyword })
    },
  })
}

/** Creates the draft of a post's update and opens it for editing. */
export function UpdatePanel({ row, isMain = false }: UpdatePanelProps) {
  const mayCreate = useMay('CreateArticle')
  const asked = row.renews === 'article' ? null : REQUESTS[row.renews]
  const asksKeyword = asked !== null && row.FLAGS.includes('NO_KEYWORD')
  const name = `update.${isMain ? 'card' : 'row'}.${row.SITE}/${row.POST_ID}`
  const form = useUpdateForm(name, asksKeyword)
  const { isSaving } = useFormStatus(form)
  const { mutateAsync: request } = useRequestUpdate()
  const navigate = useNavigate()
  const confirm = useConfirm()
  if (row.update !== null) return <UnderWay articleId={row.update.article_id} />
  if (!mayCreate) return null
  const begin = async () => {
    if (!form.check()) return
    const question = asked && {
      title: asked.title,
      content: asked.about,
      okText: 'Request',
      cancelText: 'Cancel',
    }
    if (question !== null && !(await confirm(question))) return
    // The container can close while the question is open. The update then still goes ahead, and no text is
    // kept.
    await form.submit(
      ({ keyword }, { callKey }) =>
        request({
          body: { site: row.SITE, post_id: row.POST_ID, ...(asksKeyword ? { keyword } : {}) },
          callKey,
        }),
      (id) => {
        form.reset()
        takeKept(name)
        void navigate({ to: SCREENS.article.path, params: { id: String(id) }, search: { edit: '1' } })
      },
    )
  }
  return (
    <div className="update-action inline-row align-start gap-8">
      {asksKeyword && <KeywordField form={form} title={row.POST_TITLE} onPressEnter={() => void begin()} />}
      <Button
        size="small"
        type={isMain ? 'primary' : 'default'}
        icon={<FilePlus2 size={14} aria-hidden="true" />}
        loading={isSaving}
        onClick={() => void begin()}
      >
        {row.renews === 'another' ? REQUEST_ARTICLE : REQUEST_UPDATE}
      </Button>
    </div>
  )
}
