import { line, type Topic } from './topic.ts'

const FLOORS: Topic = {
  tags: ['cleaning', 'floor care'],
  sites: ['tm', 'hs', 'pt', 'dt'],
  lines: [
    line('robot vacuum', {
      kinds: 'self emptying, quiet, slim, mopping, mapping',
      uses: 'for pet hair, for thick carpet, for hardwood floors, for apartments',
      prices: [200, 300],
      tags: 'smart home',
    }),
    line('cordless stick vacuum', {
      kinds: 'lightweight, quiet, bagless, long battery',
      uses: 'for pet hair, for stairs, for hardwood floors, for seniors',
      prices: [150, 300],
    }),
    line('handheld vacuum', {
      kinds: 'cordless, wet and dry, compact, quiet',
      uses: 'for the car, for stairs, for pet hair, for a sofa',
      prices: [50, 100],
    }),
    line('upright vacuum', {
      kinds: 'bagged, lightweight, swivel, sealed',
      uses: 'for thick carpet, for allergies, for large homes',
      prices: [200],
    }),
    line('spray mop', {
      kinds: 'refillable, lightweight, microfiber, washable pad',
      uses: 'for laminate floors, for tile, for hardwood floors',
      prices: [40],
    }),
    line('steam mop', {
      kinds: 'lightweight, corded, quick heating, detachable',
      uses: 'for tile, for grout, for kitchens, for pet accidents',
      prices: [100],
    }),
    line('carpet cleaner', {
      kinds: 'portable, upright, compact, heated',
      uses: 'for pet stains, for stairs, for upholstery, for area rugs',
      prices: [200],
    }),
  ],
}

const LAUNDRY: Topic = {
  tags: ['laundry', 'storage'],
  sites: ['tm', 'hs'],
  lines: [
    line('laundry hamper', {
      kinds: 'rolling, tall, collapsible, divided, wicker',
      uses: 'for small spaces, for a dorm room, for a bathroom, for kids',
      prices: [50],
    }),
    line('clothes drying rack', {
      kinds: 'folding, wall mounted, heavy duty, tiered',
      uses: 'for small apartments, for delicates, for a balcony',
      prices: [50],
    }),
    line('garment steamer', {
      kinds: 'handheld, standing, compact, fast heating',
      uses: 'for travel, for suits, for curtains, for linen',
      prices: [50, 100],
      tags: 'travel',
    }),
    line('steam iron', {
      kinds: 'cordless, lightweight, ceramic, self cleaning',
      uses: 'for quilting, for dress shirts, for linen',
      prices: [50],
    }),
    line('shoe rack', {
      kinds: 'stackable, narrow, wooden, over the door, bench',
      uses: 'for an entryway, for a small closet, for boots',
      prices: [50],
      tags: 'furniture',
    }),
    line('closet organizer', {
      kinds: 'hanging, stackable, fabric, freestanding',
      uses: 'for small closets, for sweaters, for kids',
      prices: [50],
    }),
    line('under bed storage box', {
      kinds: 'rolling, shallow, lidded, fabric',
      uses: 'for shoes, for winter clothes, for blankets',
      tags: 'bedroom',
    }),
    line('kitchen trash can', {
      kinds: 'step on, slim, 13 gallon, dual compartment, touchless',
      uses: 'for small kitchens, for homes with dogs, for recycling',
      prices: [100],
      tags: 'kitchen',
    }),
    line('countertop compost bin', {
      kinds: 'odor free, small, stainless steel, dishwasher safe',
      uses: 'for small kitchens, for beginners, for apartments',
      prices: [40],
      tags: 'kitchen',
    }),
  ],
}

const AIR: Topic = {
  tags: ['home comfort', 'air quality'],
  sites: ['hs', 'dt', 'tm'],
  lines: [
    line('air purifier', {
      kinds: 'quiet, hepa, compact, washable filter',
      uses: 'for allergies, for a bedroom, for smoke, for pet hair, for large rooms',
      prices: [100, 200],
    }),
    line('humidifier', {
      kinds: 'cool mist, quiet, evaporative, easy to clean, top fill',
      uses: 'for a bedroom, for plants, for dry skin, for a nursery',
      prices: [50, 100],
      tags: 'winter',
    }),
    line('dehumidifier', {
      kinds: 'quiet, small, 50 pint, pump',
      uses: 'for basements, for bathrooms, for closets',
      prices: [200],
    }),
    line('space heater', {
      kinds: 'quiet, ceramic, oil filled, energy efficient, oscillating',
      uses: 'for a bedroom, for a garage, for an office, for large rooms',
      prices: [50, 100],
      tags: 'heating, winter',
    }),
    line('tower fan', {
      kinds: 'quiet, slim, oscillating, remote control',
      uses: 'for a bedroom, for a home office, for hot sleepers',
      prices: [50, 100],
      tags: 'cooling, summer',
    }),
    line('portable air conditioner', {
      kinds: 'quiet, dual hose, small, 10000 btu',
      uses: 'for a bedroom, for an apartment, for a garage',
      prices: [400],
      tags: 'cooling, summer',
    }),
  ],
}

const BEDROOM: Topic = {
  tags: ['bedroom', 'bedding'],
  sites: ['hs', 'dt', 'tm'],
  lines: [
    line('pillow', {
      kinds: 'memory foam, down, cooling, adjustable, latex',
      uses: 'for side sleepers, for neck pain, for stomach sleepers, for back sleepers',
      prices: [50],
    }),
    line('weighted blanket', {
      kinds: '15 pound, cooling, knitted, washable, twin size',
      uses: 'for hot sleepers, for couples, for teens',
      prices: [100],
      tags: 'winter',
    }),
    line('mattress topper', {
      kinds: 'memory foam, latex, cooling, queen size, firm',
      uses: 'for back pain, for side sleepers, for a sofa bed, for a dorm bed',
      prices: [100, 200],
    }),
    line('sheet set', {
      kinds: 'linen, percale, bamboo, deep pocket, flannel',
      uses: 'for hot sleepers, for sensitive skin, for thick mattresses',
      prices: [50, 100],
    }),
    line('duvet insert', {
      kinds: 'lightweight, down alternative, all season, king size',
      uses: 'for hot sleepers, for winter, for allergies',
      prices: [100],
    }),
    line('blackout curtains', {
      kinds: 'thermal, linen, extra long, noise reducing',
      uses: 'for a bedroom, for a nursery, for shift workers',
      prices: [50],
    }),
    line('bedside lamp', {
      kinds: 'dimmable, touch, wall mounted, rechargeable',
      uses: 'for reading, for small nightstands, for kids',
      prices: [50],
      tags: 'lighting',
    }),
    line('floor lamp', {
      kinds: 'arc, dimmable, tripod, bright, slim',
      uses: 'for reading, for a living room, for dark corners',
      prices: [100],
      tags: 'lighting, furniture',
    }),
    line('sunrise alarm clock', {
      kinds: 'dimmable, simple, battery backup, quiet',
      uses: 'for heavy sleepers, for kids, for dark winters',
      prices: [50],
      tags: 'lighting',
    }),
    line('bath towels', {
      kinds: 'cotton, quick dry, oversized, waffle',
      uses: 'for sensitive skin, for guests, for a gym bag',
      tags: 'bathroom',
    }),
    line('shower head', {
      kinds: 'handheld, high pressure, filtered, rain',
      uses: 'for low water pressure, for hard water, for renters',
      prices: [50],
      tags: 'bathroom',
    }),
  ],
}

export const HOME_TOPICS: readonly Topic[] = [FLOORS, LAUNDRY, AIR, BEDROOM]
