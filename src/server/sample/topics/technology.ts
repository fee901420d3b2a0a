import { line, type Topic } from './topic.ts'

const AUDIO: Topic = {
  tags: ['technology', 'audio'],
  sites: ['dt', 'nf'],
  lines: [
    line('noise cancelling headphones', {
      kinds: 'over ear, wireless, comfortable, lightweight, foldable',
      uses: 'for travel, for work calls, for studying, for small heads',
      prices: [100, 200],
      tags: 'headphones, travel',
    }),
    line('wireless earbuds', {
      kinds: 'waterproof, small, long battery, open ear',
      uses: 'for running, for small ears, for phone calls, for sleeping',
      prices: [50, 100],
      tags: 'headphones',
    }),
    line('bluetooth speaker', {
      kinds: 'portable, waterproof, small, loud, clip on',
      uses: 'for the shower, for the beach, for parties, for camping',
      prices: [50, 100],
      tags: 'gift guide',
    }),
    line('soundbar', {
      kinds: 'compact, wall mounted, all in one, wireless',
      uses: 'for small rooms, for clear dialogue, for apartments',
      prices: [100, 200],
    }),
    line('record player', {
      kinds: 'belt drive, portable, automatic, wooden',
      uses: 'for beginners, for small apartments, for teens',
      prices: [100, 200],
      tags: 'gift guide',
    }),
    line('podcast microphone', {
      kinds: 'usb, dynamic, compact, quiet',
      uses: 'for beginners, for noisy rooms, for two people',
      prices: [100],
    }),
  ],
}

const OFFICE: Topic = {
  tags: ['technology', 'home office'],
  sites: ['dt', 'hs', 'tm'],
  lines: [
    line('office chair', {
      kinds: 'ergonomic, mesh, armless, high back, leather',
      uses: 'for back pain, for tall people, for short people, for long hours',
      prices: [200, 300],
      tags: 'furniture',
    }),
    line('standing desk', {
      kinds: 'electric, small, l shaped, solid wood, quiet',
      uses: 'for tall people, for two monitors, for small spaces',
      prices: [300],
      tags: 'furniture',
    }),
    line('computer monitor', {
      kinds: '27 inch, ultrawide, curved, 4k, portable',
      uses: 'for work, for photo editing, for a small desk, for coding',
      prices: [200, 300],
      tags: 'computer accessories',
    }),
    line('mechanical keyboard', {
      kinds: 'quiet, wireless, compact, hot swappable, low profile',
      uses: 'for typing, for beginners, for an office, for small hands',
      prices: [50, 100],
      tags: 'computer accessories',
    }),
    line('ergonomic mouse', {
      kinds: 'vertical, wireless, left handed, quiet, trackball',
      uses: 'for small hands, for wrist pain, for travel',
      prices: [50],
      tags: 'computer accessories',
    }),
    line('laptop stand', {
      kinds: 'adjustable, foldable, aluminum, wooden',
      uses: 'for travel, for video calls, for a standing desk',
      prices: [50],
      tags: 'computer accessories',
    }),
    line('desk lamp', {
      kinds: 'dimmable, clamp, architect, rechargeable, led',
      uses: 'for eye strain, for small desks, for video calls',
      prices: [50],
      tags: 'lighting',
    }),
    line('webcam', {
      kinds: '4k, wide angle, autofocus, budget',
      uses: 'for video calls, for low light, for streaming',
      tags: 'computer accessories',
    }),
    line('paper shredder', {
      kinds: 'cross cut, quiet, small, heavy duty',
      uses: 'for home use, for credit cards, for small offices',
      prices: [100],
    }),
  ],
}

const TRAVEL: Topic = {
  tags: ['travel'],
  sites: ['nf', 'dt', 'ta'],
  lines: [
    line('carry on suitcase', {
      kinds: 'hard shell, lightweight, soft sided, expandable, front pocket',
      uses: 'for international travel, for business trips, for small overhead bins, for long weekends',
      prices: [100, 200],
      tags: 'luggage',
    }),
    line('checked suitcase', {
      kinds: 'large, lightweight, hard shell, 28 inch',
      uses: 'for long trips, for families, for rough handling',
      prices: [200],
      tags: 'luggage',
    }),
    line('travel backpack', {
      kinds: '40 liter, carry on, clamshell, water resistant',
      uses: 'for women, for europe, for business, for short trips',
      prices: [100, 200],
      tags: 'luggage',
    }),
    line('packing cubes', {
      kinds: 'compression, lightweight, mesh, water resistant',
      uses: 'for backpackers, for families, for carry on luggage',
      prices: [30],
      tags: 'luggage',
    }),
    line('travel pillow', {
      kinds: 'inflatable, memory foam, compact, wraparound',
      uses: 'for long flights, for side sleepers, for window seats',
      prices: [40],
    }),
    line('portable charger', {
      kinds: 'slim, fast charging, 20000 mah, solar, magnetic',
      uses: 'for travel, for laptops, for camping, for phones',
      prices: [30, 50],
      tags: 'technology',
    }),
    line('travel adapter', {
      kinds: 'universal, compact, usb c, grounded',
      uses: 'for europe, for laptops, for multiple countries',
      prices: [30],
      tags: 'technology',
    }),
    line('instant camera', {
      kinds: 'small, retro, printing, rechargeable',
      uses: 'for kids, for weddings, for travel, for beginners',
      prices: [100],
      tags: 'photography, gift guide',
    }),
    line('camera backpack', {
      kinds: 'waterproof, small, hiking, side access',
      uses: 'for travel, for beginners, for city trips',
      prices: [100],
      tags: 'photography',
    }),
    line('travel tripod', {
      kinds: 'compact, carbon, lightweight, flexible',
      uses: 'for hiking, for phones, for beginners',
      prices: [50, 100],
      tags: 'photography',
    }),
  ],
}

const CARE: Topic = {
  tags: ['personal care'],
  sites: ['dt', 'nf'],
  lines: [
    line('electric toothbrush', {
      kinds: 'quiet, rechargeable, slim, travel',
      uses: 'for sensitive gums, for braces, for kids',
      prices: [50, 100],
      tags: 'bathroom',
    }),
    line('electric shaver', {
      kinds: 'wet and dry, foil, rotary, cordless',
      uses: 'for sensitive skin, for bald heads, for travel',
      prices: [50, 100],
      tags: 'grooming',
    }),
    line('beard trimmer', {
      kinds: 'cordless, quiet, precise, waterproof',
      uses: 'for short beards, for thick beards, for travel',
      prices: [50],
      tags: 'grooming, gift guide',
    }),
    line('hair dryer', {
      kinds: 'quiet, lightweight, ionic, travel size',
      uses: 'for fine hair, for curly hair, for thick hair',
      prices: [50, 100],
      tags: 'hair care',
    }),
    line('face sunscreen', {
      kinds: 'mineral, tinted, lightweight, fragrance free',
      uses: 'for oily skin, for dry skin, for sensitive skin',
      tags: 'skin care, summer',
    }),
    line('hand cream', {
      kinds: 'fragrance free, fast absorbing, thick, travel size',
      uses: 'for dry hands, for gardeners, for winter',
      tags: 'skin care, winter',
    }),
    line('massage gun', {
      kinds: 'quiet, mini, portable, heated',
      uses: 'for runners, for back pain, for beginners',
      prices: [100],
      tags: 'fitness',
    }),
    line('bathroom scale', {
      kinds: 'digital, easy to read, extra wide, smart',
      uses: 'for seniors, for families, for small bathrooms',
      prices: [30],
      tags: 'bathroom',
    }),
  ],
}

export const TECHNOLOGY_TOPICS: readonly Topic[] = [AUDIO, OFFICE, TRAVEL, CARE]
