type Channels = readonly [red: number, green: number, blue: number]
const LEGIBLE = 4.5
/** Shares of white or black that are tried, the least first. */
const SHARES = Array.from({ length: 20 }, (_, step) => step / 20)

const channelsOf = (color: string): Channels => {
  const number = Number.parseInt(color.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

/** Relative luminance as WCAG defines it, 0 to 1. */
function luminanceOf(channels: Channels): number {
  const [red, green, blue] = channels.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours, `#RRGGBB`, as WCAG defines it: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [one, other].map((color) => luminanceOf(channelsOf(color))).sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** The colour itself, or as little darker or lighter as it takes to be read as text on this ground. Both are `#RRGGBB`. */
export function legibleOn(ground: string, color: string): string {
  const end = luminanceOf(channelsOf(ground)) > 0.4 ? 0 : 255
  const tries = SHARES.map((share) => {
    const mixed = channelsOf(color).map((channel) => Math.round(channel + (end - channel) * share))
    return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
  })
  return tries.find((tried) => contrastOf(tried, ground) >= LEGIBLE) ?? (end === 0 ? '#000000' : '#ffffff')
}
