import { Button } from 'antd'
import { Alert } from '#web/ui/feedback/alert.tsx'

/** The article has changed since the user started to read it. */
export function ChangedAlert({ onRead }: { onRead: () => void }) {
  return (
    <Alert kind="warn" title="This article has changed">
      It was saved again after you opened it. You’re seeing the current version.{' '}
      <Button size="small" onClick={onRead}>
        I’ve read it
      </Button>
    </Alert>
  )
}
