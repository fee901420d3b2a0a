import './factors.css'
import { useState } from 'react'
import type { Factor } from '#shared/features/ground/factors/rules.ts'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { CodeForm } from './code-form.tsx'
import { FACTOR_LABELS } from './messages.ts'
import { PasskeyForm, type PasskeyStep } from './passkey-form.tsx'
import type { FactorProof } from './queries.ts'

interface ProofPanelProps {
  /** The account’s factors; the first is open. */
  factors: readonly Factor[]
  readStep: () => Promise<PasskeyStep>
  /** Rejects if the server refuses the proof. */
  onProof: (proof: FactorProof) => Promise<unknown>
}

/** Proves who the user is with one of their factors. */
export function ProofPanel({ factors, readStep, onProof }: ProofPanelProps) {
  const [chosen, setChosen] = useState<Factor>()
  const factor = chosen ?? factors[0]
  // While the user goes through the choices with the arrow keys, the focus stays with them.
  const isFirst = chosen === undefined
  return (
    <>
      {factors.length > 1 && factor && (
        <Segmented
          aria-label="Second factor"
          className="factor-choice mb-16"
          block
          options={factors.map((value) => ({ value, label: FACTOR_LABELS[value] }))}
          value={factor}
          onChange={setChosen}
        />
      )}
      {factor === 'passkey' ? (
        <PasskeyForm readStep={readStep} onProof={onProof} opensItself={isFirst} />
      ) : (
        factor && <CodeForm key={factor} kind={factor} onProof={onProof} takesFocus={isFirst} />
      )}
    </>
  )
}
