import { line, type Topic } from './topic.ts'

const CAMPING: Topic = {
  tags: ['outdoor', 'camping'],
  sites: ['ta', 'nf', 'dt'],
  lines: [
    line('backpacking tent', {
      kinds: '2 person, 4 person, ultralight, freestanding, 3 season',
      uses: 'for beginners, for tall people, for high wind, for couples',
      prices: [200, 300],
      tags: 'backpacking',
    }),
    line('family camping tent', {
      kinds: '6 person, instant, waterproof, stand up',
      uses: 'for rain, for summer, for weekend trips',
      prices: [200],
    }),
    line('sleeping bag', {
      kinds: 'down, synthetic, lightweight, zero degree, wide',
      uses: 'for side sleepers, for kids, for cold weather, for backpacking',
      prices: [100, 200],
      tags: 'backpacking',
    }),
    line('sleeping pad', {
      kinds: 'inflatable, self inflating, insulated, thick, foam',
      uses: 'for side sleepers, for car camping, for winter',
      prices: [50, 100],
      tags: 'backpacking',
    }),
    line('camp stove', {
      kinds: 'two burner, propane, portable, compact',
      uses: 'for car camping, for a family, for windy days, for beginners',
      prices: [100],
    }),
    line('camping chair', {
      kinds: 'folding, rocking, lightweight, heavy duty, low',
      uses: 'for tall people, for the beach, for bad backs, for concerts',
      prices: [50, 100],
      tags: 'summer',
    }),
    line('camping lantern', {
      kinds: 'rechargeable, solar, bright, collapsible, hanging',
      uses: 'for power outages, for a tent, for kids',
      prices: [50],
      tags: 'lighting',
    }),
    line('cooler', {
      kinds: 'hard sided, soft, wheeled, 45 quart, leakproof',
      uses: 'for road trips, for the beach, for fishing, for a long weekend',
      prices: [100, 200],
      tags: 'summer',
    }),
    line('camping hammock', {
      kinds: 'double, ultralight, mosquito net, quilted',
      uses: 'for backpacking, for the backyard, for beginners',
      prices: [50],
    }),
    line('fire pit', {
      kinds: 'smokeless, portable, propane, tabletop',
      uses: 'for camping, for a small patio, for cooking',
      prices: [200],
      tags: 'patio',
    }),
  ],
}

const HIKING: Topic = {
  tags: ['outdoor', 'hiking'],
  sites: ['ta', 'nf'],
  lines: [
    line('hiking backpack', {
      kinds: '40 liter, 65 liter, lightweight, waterproof, ventilated',
      uses: 'for women, for weekend trips, for tall hikers, for beginners',
      prices: [100, 200],
      tags: 'backpacking',
    }),
    line('hiking boots', {
      kinds: 'waterproof, lightweight, leather, wide, insulated',
      uses: 'for women, for men, for flat feet, for wide feet, for rocky trails',
      prices: [150],
    }),
    line('trail running shoes', {
      kinds: 'cushioned, waterproof, wide, zero drop',
      uses: 'for beginners, for mud, for long distances, for rocky trails',
      prices: [150],
      tags: 'running',
    }),
    line('trekking poles', {
      kinds: 'carbon, folding, aluminum, cork grip, ultralight',
      uses: 'for seniors, for bad knees, for snow, for backpacking',
      prices: [50, 100],
    }),
    line('headlamp', {
      kinds: 'rechargeable, bright, lightweight, waterproof, red light',
      uses: 'for running, for camping, for night hiking, for reading',
      prices: [50],
      tags: 'lighting',
    }),
    line('water bottle', {
      kinds: 'insulated, 32 oz, collapsible, leakproof, stainless steel',
      uses: 'for hiking, for kids, for the gym, for travel',
      prices: [30],
    }),
    line('water filter', {
      kinds: 'squeeze, gravity, portable, lightweight',
      uses: 'for backpacking, for emergencies, for international travel',
      prices: [50],
    }),
    line('rain jacket', {
      kinds: 'packable, breathable, lightweight, hooded',
      uses: 'for hiking, for women, for cycling, for travel',
      prices: [100],
      tags: 'spring',
    }),
    line('hiking socks', {
      kinds: 'merino, cushioned, lightweight, crew',
      uses: 'for summer, for winter, for blisters',
    }),
    line('binoculars', {
      kinds: 'compact, 8x42, waterproof, lightweight',
      uses: 'for birding, for beginners, for kids, for safari',
      prices: [100, 200],
    }),
  ],
}

const FITNESS: Topic = {
  tags: ['fitness'],
  sites: ['nf', 'dt', 'ta'],
  lines: [
    line('yoga mat', {
      kinds: 'thick, non slip, extra long, cork, travel',
      uses: 'for hot yoga, for bad knees, for beginners, for pilates',
      prices: [50],
      tags: 'yoga',
    }),
    line('adjustable dumbbells', {
      kinds: '50 pound, compact, quick change, quiet',
      uses: 'for small spaces, for beginners, for women',
      prices: [200],
    }),
    line('walking pad', {
      kinds: 'foldable, quiet, slim, inclined',
      uses: 'for a standing desk, for small apartments, for seniors',
      prices: [300],
      tags: 'home office',
    }),
    line('foam roller', {
      kinds: 'firm, vibrating, textured, travel',
      uses: 'for back pain, for runners, for beginners',
      prices: [50],
      tags: 'running',
    }),
    line('exercise bike', {
      kinds: 'folding, recumbent, quiet, magnetic',
      uses: 'for seniors, for small spaces, for beginners',
      prices: [300],
      tags: 'cycling',
    }),
    line('bike helmet', {
      kinds: 'lightweight, folding, ventilated, commuter',
      uses: 'for kids, for commuting, for large heads',
      prices: [100],
      tags: 'cycling, safety',
    }),
    line('bike lights', {
      kinds: 'rechargeable, bright, waterproof, clip on',
      uses: 'for commuting, for night riding, for kids',
      prices: [50],
      tags: 'cycling, safety',
    }),
    line('resistance bands', {
      kinds: 'fabric, long, looped, heavy',
      uses: 'for beginners, for physical therapy, for travel',
    }),
  ],
}

export const OUTDOOR_TOPICS: readonly Topic[] = [CAMPING, HIKING, FITNESS]
