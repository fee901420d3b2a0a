import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { type OpportunitiesSearch, searchedPatch, searchedSearchOf } from './search.ts'
import { SearchedTable } from './searched-table.tsx'

const ArticleDialog = onDemand(() =>
  import('../articles/editor/article-dialog.tsx').then(({ ArticleDialog }) => ArticleDialog),
)

interface SearchedPanelProps {
  search: OpportunitiesSearch
  onChange: (patch: Partial<OpportunitiesSearch>) => void
}

/** What people found us by, and the article that is requested for one of it. */
export function SearchedPanel({ search, onChange }: SearchedPanelProps) {
  const navigate = useNavigate()
  const mayCreate = useMay('CreateArticle')
  const request = useCallback((name: string) => onChange({ request: name }), [onChange])
  return (
    <>
      <SearchedTable
        search={searchedSearchOf(search)}
        onChange={(patch) => onChange(searchedPatch(patch))}
        onRequest={request}
      />
      {mayCreate && search.request !== undefined && (
        <ArticleDialog
          articleId={null}
          preset={{ keywords: [search.request], ...(search.site ? { siteId: search.site } : {}) }}
          onClose={() => onChange({ request: undefined })}
          onCreated={(article) =>
            void navigate({
              to: SCREENS.pendingArticles.path,
              search: { edit: article },
              // It has just been saved: there is nothing to ask about.
              ignoreBlocker: true,
            })
          }
        />
      )}
    </>
  )
}
