import { createContext, type ReactNode, useContext } from 'react'

/** What the layout adds to the sticky sub-header of every page. */
export const PageChrome = createContext<{ productName: string; trailing: ReactNode }>({
  productName: '',
  trailing: null,
})

interface PageProps {
  title: string
  /** How many things the page is about. */
  count?: number | undefined
  /** Buttons at the right; exactly one of them is primary. */
  actions?: ReactNode
  /** The page's search box. */
  search?: ReactNode
  /** Stops at 720 px: forms and reading. */
  narrow?: boolean
  children: ReactNode
}

/** The frame of a screen: sticky sub-header with the title and its actions, then the content. */
export function Page({ title, count, actions, search, narrow, children }: PageProps) {
  const { productName, trailing } = useContext(PageChrome)
  return (
    <>
      <title>{productName ? `${title} · ${productName}` : title}</title>
      <div className="sub-header">
        <h1>{title}</h1>
        {count !== undefined && <span className="count">{count.toLocaleString('en-US')}</span>}
        {search && <div className="sub-header-search">{search}</div>}
        <div className="sub-header-actions">
          {actions}
          {trailing}
        </div>
      </div>
      <div className={narrow ? 'page narrow' : 'page'}>{children}</div>
    </>
  )
}
