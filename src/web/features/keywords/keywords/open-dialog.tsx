import { useNavigate } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import { useMay } from '#web/api/session.ts'
import { ArticleDialog } from '../../articles/articles/editor/article-dialog.tsx'
import { TITLE as TARGETS } from '../../articles/targeted-articles/messages.ts'
import { TargetedArticlesDialog } from '../../articles/targeted-articles/targeted-articles-dialog.tsx'
import { KEYWORD_WIDTH, KeywordDialog } from './keyword-dialog.tsx'
import { LoadedKeywordDialog } from './loaded-keyword-dialog.tsx'
import { FAILURES } from './messages.ts'
import type { KeywordsSearch } from './search.ts'

interface OpenDialogProps {
  search: KeywordsSearch
  onChange: (patch: Partial<KeywordsSearch>) => void
}

function RequestDialog({ row, onClose }: { row: KeywordRow; onClose: () => void }) {
  const navigate = useNavigate()
  const [site] = row.sites
  return (
    <ArticleDialog
      articleId={null}
      preset={{ keywords: [row.keyword], ...(site ? { siteId: site.site_id } : {}) }}
      saveFailure={FAILURES.article}
      onClose={onClose}
      onCreated={(article) =>
        void navigate({
          to: SCREENS.pendingArticles.path,
          search: { edit: article },
          // It has just been saved, so there is nothing to ask about.
          ignoreBlocker: true,
        })
      }
    />
  )
}

/** The dialog that the address names, if any. */
export function OpenDialog({ search, onChange }: OpenDialogProps) {
  const navigate = useNavigate()
  const mayEdit = useMay('CreateArticle')
  const mayAdd = useMay('CreateArticle', 'KeywordsOpportunities', 'KeywordsUpload')
  const onClose = () => onChange({ new: undefined, edit: undefined, targets: undefined, request: undefined })
  const openOther = (edit: number) => onChange({ new: undefined, edit })
  const show = (id: number) => void navigate({ to: SCREENS.keywords.path, search: { keyword_id: id } })
  const ways = { onClose, onOpenOther: openOther, onShow: show }
  const { edit, request, targets } = search
  if (mayAdd && search.new) return <KeywordDialog row={null} {...ways} />
  if (mayEdit && edit !== undefined)
    return (
      <LoadedKeywordDialog key={edit} id={edit} title="Edit Keyword" width={KEYWORD_WIDTH} onClose={onClose}>
        {(row) => <KeywordDialog row={row} {...ways} />}
      </LoadedKeywordDialog>
    )
  if (mayEdit && request !== undefined)
    return (
      <LoadedKeywordDialog id={request} title="New Article" onClose={onClose}>
        {(row) => <RequestDialog row={row} onClose={onClose} />}
      </LoadedKeywordDialog>
    )
  if (targets !== undefined)
    return (
      <LoadedKeywordDialog id={targets} title={TARGETS} onClose={onClose}>
        {(row) => <TargetedArticlesDialog row={row} onClose={onClose} />}
      </LoadedKeywordDialog>
    )
  return null
}
