import { Button } from 'antd'
import { Alert } from '#web/ui/alert.tsx'

/** The article is not what it was when this person began to read it. */
export function ChangedAlert({ onRead }: { onRead: () => void }) {
  return (
    <Alert kind="warn" title="This article has changed">
      Somebody has saved it since you opened it; what you see is how it is now.{' '}
      <Button size="small" onClick={onRead}>
        I have read it
      </Button>
    </Alert>
  )
}
