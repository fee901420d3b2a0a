import { useStepUpRequest } from '#web/api/step-up.ts'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'

const StepUpDialog = onDemand(() =>
  import('#web/features/ground/auth/step-up-dialog.tsx').then(({ StepUpDialog }) => StepUpDialog),
)

/** Shows the dialog while a call waits for the user to confirm their identity. */
export function StepUpHost() {
  const request = useStepUpRequest()
  return request && <StepUpDialog request={request} />
}
