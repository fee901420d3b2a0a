import { Dialog } from '#web/ui/overlay/dialog.tsx'

/** A placeholder for a planned feature, without options yet. */
export function ScheduleDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="Schedule updates" width={520} onClose={onClose}>
      <p>Figures update every night. You can’t choose another time yet.</p>
    </Dialog>
  )
}
