import { Alert } from '#web/ui/feedback/alert.tsx'

/** Above the sign-in form, after a step that took too long or had too many wrong answers. */
export function ExpiredStepNote({ wasThroughProvider }: { wasThroughProvider: boolean }) {
  return (
    <div className="mb-16">
      <Alert kind="warn">
        <b>This step has expired.</b> {wasThroughProvider ? 'Sign in' : 'Enter your password'} again to start
        over. Nothing was changed.
      </Alert>
    </div>
  )
}
