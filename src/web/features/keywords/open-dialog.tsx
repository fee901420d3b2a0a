import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { ArticleDialog } from '../articles/article-dialog.tsx'
import { TargetedArticlesDialog } from '../targeted-articles/targeted-articles-dialog.tsx'
import { EditKeywordDialog, KeywordDialog } from './keyword-dialog.tsx'
import { keywordQuery } from './queries.ts'
import type { KeywordsSearch } from './search.ts'

interface OpenDialogProps {
  search: KeywordsSearch
  onChange: (patch: Partial<KeywordsSearch>) => void
}

function RequestDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useQuery(keywordQuery(id))
  const navigate = useNavigate()
  if (!data) return null
  const [site] = data.sites
  return (
    <ArticleDialog
      articleId={null}
      preset={{ keywords: [data.keyword], ...(site ? { siteId: site.site_id } : {}) }}
      onClose={onClose}
      onCreated={(article) =>
        void navigate({ to: SCREENS.pendingArticles.path, search: { edit: article } as never })
      }
    />
  )
}

function TargetsDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useQuery(keywordQuery(id))
  return data ? <TargetedArticlesDialog row={data} onClose={onClose} /> : null
}

/** The dialog that the address names, if any. */
export function OpenDialog({ search, onChange }: OpenDialogProps) {
  const mayEdit = useMay('CreateArticle')
  const mayAdd = useMay('CreateArticle', 'KeywordsOpportunities', 'KeywordsUpload')
  const close = () => onChange({ new: undefined, edit: undefined, targets: undefined, request: undefined })
  const openOther = (edit: number) => onChange({ new: undefined, edit })
  if (mayAdd && search.new) return <KeywordDialog row={null} onClose={close} onOpenOther={openOther} />
  if (mayEdit && search.edit !== undefined) {
    return <EditKeywordDialog key={search.edit} id={search.edit} onClose={close} onOpenOther={openOther} />
  }
  if (mayEdit && search.request !== undefined) return <RequestDialog id={search.request} onClose={close} />
  if (search.targets !== undefined) return <TargetsDialog id={search.targets} onClose={close} />
  return null
}
