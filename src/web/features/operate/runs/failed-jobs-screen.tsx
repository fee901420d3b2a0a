import { Navigate } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'

/** The former address of failed jobs. It leads to the runs that need attention. */
export function FailedJobsScreen() {
  return <Navigate to={SCREENS.runs.path} search={{ show: 'attention' }} replace />
}
