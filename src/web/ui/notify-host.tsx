import { Button, ConfigProvider, notification } from 'antd'
import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import type { NoticeHost, Toast } from './notice.ts'
import { keepNoticesPlaced } from './notice-place.ts'
import { antdTheme } from './theme/antd-theme.ts'
import { useActiveTheme } from './theme/theme-choice.ts'
import { isTyping, useHotkey } from './use-hotkey.ts'

const SECONDS = { error: 8, warning: 8, info: 5, success: 4 } as const
/** Notices with an undo are shown longer. */
const UNDO_SECONDS = 10

function Description({ description, reference }: Pick<Toast, 'description' | 'reference'>) {
  return (
    <>
      {description}
      {reference && <div className="meta">Request {reference}</div>}
    </>
  )
}

/** Receives the host, and null once it is unmounted. */
type Attach = (host: NoticeHost | null) => void

function Host({ attach }: { attach: Attach }) {
  const [api, holder] = notification.useNotification({
    placement: 'bottomRight',
    maxCount: 4,
    showProgress: true,
  })
  /** The actions that Ctrl Z would undo, latest last. */
  const undos = useRef<readonly { key: string; run: () => void }[]>([])
  useHotkey((event) => {
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || isTyping(event.target)) return
    const last = undos.current.at(-1)
    if (!last) return
    event.preventDefault()
    last.run()
  })
  useEffect(() => {
    let count = 0
    const show = (notice: Toast) => {
      const { kind, title, description, reference, seconds, action, more } = notice
      const key = notice.key ?? `notice-${++count}`
      let isOver = false
      const end = () => {
        isOver = true
        undos.current = undos.current.filter((undo) => undo.key !== key)
      }
      const pressed = (run: () => void) => () => {
        // The second click of a double click, before the notice is gone.
        if (isOver) return
        end()
        api.destroy(key)
        run()
      }
      const isUndo = action?.isUndo === true
      if (isUndo) undos.current = [...undos.current, { key, run: pressed(action.run) }]
      const ways = [...(action ? [action] : []), ...(more ?? [])]
      keepNoticesPlaced()
      api[kind]({
        key,
        title,
        description: description || reference ? <Description {...{ description, reference }} /> : undefined,
        duration: seconds ?? (isUndo ? UNDO_SECONDS : SECONDS[kind]),
        className: 'notice',
        role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
        onClose: end,
        actions: ways.length > 0 && (
          <span className="notice-actions">
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
      undos.current = []
      api.destroy()
    }
    attach({ show, clear })
    return () => attach(null)
  }, [api, attach])
  return holder
}

function ThemedHost({ attach }: { attach: Attach }) {
  const theme = useActiveTheme()
  return (
    <ConfigProvider theme={antdTheme(theme)}>
      <Host attach={attach} />
    </ConfigProvider>
  )
}

/** Renders notices in a root of its own, so that they work both signed in and signed out. */
export function mountNotifyHost(attach: Attach): void {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<ThemedHost attach={attach} />)
}
