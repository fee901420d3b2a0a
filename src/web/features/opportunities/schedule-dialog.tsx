import { Dialog } from '#web/ui/dialog.tsx'

/** A place for what is to come: there is nothing to choose yet. */
export function ScheduleDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="Schedule updates" width={520} onClose={onClose}>
      <p>Figures update every night. You can’t choose another time yet.</p>
    </Dialog>
  )
}
