import type { Offer } from '#shared/features/products/product-library/contract.ts'
import { counted } from '#shared/format/count.ts'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { COULD_NOT_VERIFY, UNKNOWN } from './messages.ts'

function Merchant({ offer: { merchantInfo } }: { offer: Offer }) {
  const { name, feedbackRating: rating, feedbackCount: count } = merchantInfo
  const ratings = count === null ? null : `${counted(count)} ratings`
  return (
    <span className="two-lines">
      <span className="medium">{name ?? UNKNOWN}</span>
      {(rating !== null || ratings) && (
        <span className="meta">
          {[rating === null ? null : `${rating} of 5`, ratings].filter((part) => part !== null).join(', ')}
        </span>
      )}
    </span>
  )
}

function Availability({
  offer: { availability, typeAvailability: type, is_verified: isVerified },
}: {
  offer: Offer
}) {
  if (!isVerified) {
    return (
      <span className="two-lines">
        <StatusBadge label={COULD_NOT_VERIFY} mark="hollow" />
        <span className="meta">{availability ?? type}</span>
      </span>
    )
  }
  return <StatusBadge label={availability ?? type} tone={type === 'Now' ? 'good' : 'warn'} />
}

/** Delivery and programmes of an offer; missing ones get no mark. */
const marksOf = ({ deliveryInfo, programEligibility }: Offer) =>
  [
    programEligibility.primeExclusive ? 'Prime only' : deliveryInfo.primeEligible && 'Prime',
    deliveryInfo.amazonFulfilled && 'Fulfilled by Amazon',
    deliveryInfo.freeShippingEligible && 'Free shipping',
    programEligibility.primePantry && 'Prime Pantry',
  ].filter((mark) => typeof mark === 'string')

/** The sellers of a product and their terms. */
export function OffersTable({ offers }: { offers: readonly Offer[] }) {
  return (
    <div className="offers-scroll">
      <table className="offers" aria-label="Offers">
        <thead>
          <tr>
            <th>Merchant</th>
            <th>Availability</th>
            <th>Delivery</th>
            <th className="numeric">Price</th>
            <th className="numeric">List price</th>
            <th className="numeric">Savings</th>
          </tr>
        </thead>
        <tbody>
          {offers.map((offer, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: offers have no number and are only shown
            <tr key={index}>
              <td>
                <Merchant offer={offer} />
              </td>
              <td>
                <Availability offer={offer} />
              </td>
              <td>
                <span className="cluster align-stretch gap-4">
                  {marksOf(offer).map((mark) => (
                    <span key={mark} className="tag">
                      {mark}
                    </span>
                  ))}
                </span>
              </td>
              <td className="numeric">{offer.price?.display ?? UNKNOWN}</td>
              <td className="numeric quiet">{offer.savingBasis?.display ?? UNKNOWN}</td>
              <td className="numeric">
                {offer.savings ? (
                  <span className="good-text nowrap">{`${offer.savings.display} (${offer.savings.percentage} %)`}</span>
                ) : (
                  UNKNOWN
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
