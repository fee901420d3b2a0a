import { notification } from 'antd'
import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '../input/button.tsx'
import { isTyping, useHotkey } from '../input/use-hotkey.ts'
import { LibraryTheme } from '../theme/library-theme.tsx'
import type { NoticeHost, Toast } from './notice.ts'
import { positionNotices, stopPositioning } from './notice-place.ts'

const ROLES = { error: 'alert', warning: 'alert', info: 'status', success: 'status' } as const
const SECONDS = { error: 8, warning: 8, info: 5, success: 4 } as const
/** Notices with an undo are shown longer. */
const UNDO_SECONDS = 10
/** A further notice removes the oldest one. */
const MOST_SHOWN = 4

/** Ids are not reused, not even by a host that a change of the theme mounts again. */
let lastId = 0

function Description({ description, reference }: Pick<Toast, 'description' | 'reference'>) {
  return (
    <>
      {description}
      {reference && <div className="meta">Request {reference}</div>}
    </>
  )
}

interface Shown {
  id: string
  /** The key given by the caller, if any. */
  key: string | undefined
  /** What Ctrl Z would do, if the notice offers an undo. */
  undo: (() => void) | null
}

/** Receives the host, and null once it is unmounted. */
type Attach = (host: NoticeHost | null) => void

function Host({ attach }: { attach: Attach }) {
  const [api, holder] = notification.useNotification({
    placement: 'bottomRight',
    maxCount: MOST_SHOWN,
    showProgress: true,
  })
  /** Latest last. */
  const shown = useRef<readonly Shown[]>([])
  useHotkey((event) => {
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || isTyping(event.target)) return
    const undo = shown.current.findLast((notice) => notice.undo !== null)?.undo
    if (!undo) return
    event.preventDefault()
    undo()
  })
  useEffect(() => {
    const show = (notice: Toast) => {
      const { kind, title, description, reference, seconds, action, more } = notice
      lastId += 1
      const id = `notice-${lastId}`
      let isOver = false
      const end = () => {
        isOver = true
        shown.current = shown.current.filter((other) => other.id !== id)
        if (shown.current.length === 0) stopPositioning()
      }
      const pressed = (run: () => void) => () => {
        // The second click of a double click, before the notice is gone.
        if (isOver) return
        end()
        api.destroy(id)
        run()
      }
      const undo = action?.isUndo ? pressed(action.run) : null
      // A replacement is a new notice, whose countdown starts at its beginning.
      const replaced = notice.key ? shown.current.find((other) => other.key === notice.key) : undefined
      if (replaced) api.destroy(replaced.id)
      const kept = shown.current.filter((other) => other !== replaced)
      shown.current = [...kept, { id, key: notice.key, undo }].slice(-MOST_SHOWN)
      const ways = [action ?? [], more ?? []].flat()
      positionNotices()
      api[kind]({
        key: id,
        title,
        description: description || reference ? <Description {...{ description, reference }} /> : undefined,
        duration: seconds ?? (undo ? UNDO_SECONDS : SECONDS[kind]),
        className: 'notice',
        role: ROLES[kind],
        onClose: end,
        actions: ways.length > 0 && (
          <span className="row align-stretch gap-8">
            {ways.map(({ label, run }) => (
              <Button key={label} size="small" onClick={pressed(run)}>
                {label}
              </Button>
            ))}
          </span>
        ),
      })
    }
    const clear = () => {
      shown.current = []
      api.destroy()
      stopPositioning()
    }
    attach({ show, clear })
    return () => {
      attach(null)
      stopPositioning()
    }
  }, [api, attach])
  return holder
}

/** Renders notices in a root of its own, so that they work both signed in and signed out. */
export function mountNotifyHost(attach: Attach): void {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(
    <LibraryTheme>
      <Host attach={attach} />
    </LibraryTheme>,
  )
}
