import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { counted } from '#shared/format/count.ts'

/** The layout's additions to the sticky sub-header of every page. */
export const PageChrome = createContext<{ productName: string; leading: ReactNode }>({
  productName: '',
  leading: null,
})

/** The current height of the sticky sub-header, for sticky elements below it. */
export const SubHeaderHeight = createContext(0)

function useHeight() {
  const element = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(56)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      const size = entry?.borderBoxSize[0]?.blockSize
      if (size !== undefined) setHeight(Math.floor(size))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return { element, height }
}

interface PageProps {
  /** The link to the screen above. */
  back?: ReactNode
  title: string
  /** The number of objects on the page. */
  count?: number | string | undefined
  /** Secondary information beside the title. */
  about?: ReactNode
  /** Buttons on the right; exactly one of them is primary. */
  actions?: ReactNode
  /** The page's search box. */
  search?: ReactNode
  /** Limits the width to 720 px, for forms and reading. */
  narrow?: boolean
  children: ReactNode
}

/** The frame of a screen: sticky sub-header with the title and its actions, then the content. */
export function Page({ back, title, count, about, actions, search, narrow, children }: PageProps) {
  const { productName, leading } = useContext(PageChrome)
  const { element, height } = useHeight()
  return (
    <>
      <title>{productName ? `${title} · ${productName}` : title}</title>
      <div className="sub-header cluster gap-8" ref={element}>
        {leading}
        {back}
        <h1>{title}</h1>
        {count !== undefined && (
          <span className="count">{typeof count === 'number' ? counted(count) : count}</span>
        )}
        {about && <div className="sub-header-about cluster gap-10 row-gap-4">{about}</div>}
        {search && <div className="sub-header-search">{search}</div>}
        <div className="sub-header-actions row gap-8 push">{actions}</div>
      </div>
      <SubHeaderHeight value={height}>
        <div className={narrow ? 'page narrow' : 'page'}>{children}</div>
      </SubHeaderHeight>
    </>
  )
}
