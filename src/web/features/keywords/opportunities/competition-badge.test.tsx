import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CompetitionBadge } from './competition-badge.tsx'

it.each([
  [24.6, 'Very Low', '24 %'],
  [44.5, 'Low', '44 %'],
  [59.9, 'Medium', '59 %'],
  [74.7, 'High', '74 %'],
])(
  'competition of %d percent is %s and shown as %s, which has the same word [OPP-032] [OPP-033] [OPP-034] [OPP-035] [OPP-036]',
  (value, label, shown) => {
    const { container } = render(<CompetitionBadge value={value} />)
    expect([...(container.firstElementChild?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      label,
      shown,
    ])
  },
)
