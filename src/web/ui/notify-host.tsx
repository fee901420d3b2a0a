import { Button, ConfigProvider, notification } from 'antd'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { NoticeHost, Toast } from './notice.ts'
import { antdTheme } from './theme/antd-theme.ts'
import { useActiveTheme } from './theme/theme-choice.ts'

const SECONDS = { error: 8, warning: 8, info: 5, success: 4 } as const

function Description({ description, reference }: Pick<Toast, 'description' | 'reference'>) {
  return (
    <>
      {description}
      {reference && <div className="meta">Request {reference}</div>}
    </>
  )
}

/** Takes what draws, and null once it is gone. */
type Attach = (host: NoticeHost | null) => void

function Host({ attach }: { attach: Attach }) {
  const [api, holder] = notification.useNotification({
    placement: 'bottomRight',
    maxCount: 4,
    showProgress: true,
  })
  useEffect(() => {
    let count = 0
    const show = ({ kind, title, description, reference, action }: Toast) => {
      const key = `notice-${++count}`
      const act = () => {
        api.destroy(key)
        action?.run()
      }
      api[kind]({
        key,
        title,
        description: description || reference ? <Description {...{ description, reference }} /> : undefined,
        duration: SECONDS[kind],
        className: 'notice',
        role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
        actions: action && (
          <Button size="small" onClick={act}>
            {action.label}
          </Button>
        ),
      })
    }
    attach({ show, clear: () => api.destroy() })
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

/** Draws notices in a root of its own, so that they work signed in and out alike. */
export function mountNotifyHost(attach: Attach): void {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<ThemedHost attach={attach} />)
}
