import { line, type Topic } from './topic.ts'

const POWER_TOOLS: Topic = {
  tags: ['workshop', 'power tools'],
  sites: ['bm', 'dt'],
  lines: [
    line('cordless drill', {
      kinds: 'quiet, compact, brushless, 20 volt, right angle',
      uses: 'for beginners, for apartment dwellers, for concrete, for furniture assembly',
      prices: [100, 150],
    }),
    line('circular saw', {
      kinds: 'cordless, compact, left blade, lightweight',
      uses: 'for plywood, for beginners, for decking',
      prices: [100, 200],
    }),
    line('random orbital sander', {
      kinds: 'cordless, quiet, dust free, variable speed',
      uses: 'for furniture, for decks, for beginners',
      prices: [50, 100],
    }),
    line('jigsaw', {
      kinds: 'cordless, barrel grip, compact, variable speed',
      uses: 'for laminate, for curves, for beginners',
      prices: [100],
    }),
    line('impact driver', {
      kinds: 'compact, brushless, quiet, 12 volt',
      uses: 'for lug nuts, for deck screws, for tight spaces',
      prices: [100],
    }),
    line('rotary tool', {
      kinds: 'cordless, variable speed, mini, quiet',
      uses: 'for wood carving, for jewelry, for beginners',
      prices: [50],
    }),
    line('shop vacuum', {
      kinds: '5 gallon, quiet, wall mounted, cordless',
      uses: 'for a small garage, for drywall dust, for cars',
      prices: [100],
      tags: 'cleaning',
    }),
    line('heat gun', {
      kinds: 'variable temperature, compact, cordless',
      uses: 'for paint removal, for shrink tubing, for vinyl',
      prices: [50],
      tags: 'paint',
    }),
  ],
}

const HAND_TOOLS: Topic = {
  tags: ['workshop', 'hand tools'],
  sites: ['bm', 'hs'],
  lines: [
    line('tool box', {
      kinds: 'rolling, metal, small, stackable, waterproof',
      uses: 'for beginners, for a truck, for electricians, for apartments',
      prices: [50, 100],
      tags: 'storage',
    }),
    line('hammer', {
      kinds: 'framing, lightweight, fiberglass, 16 oz',
      uses: 'for roofing, for small hands, for home use',
      prices: [30],
    }),
    line('tape measure', {
      kinds: '25 foot, magnetic, compact, easy to read',
      uses: 'for carpenters, for seniors, for sewing',
      prices: [30],
    }),
    line('laser level', {
      kinds: 'green, cross line, rechargeable, self leveling',
      uses: 'for tile, for hanging pictures, for outdoors',
      prices: [50, 100],
    }),
    line('screwdriver set', {
      kinds: 'magnetic, insulated, precision, ratcheting',
      uses: 'for electronics, for home use, for electricians',
      prices: [30],
    }),
    line('step ladder', {
      kinds: 'folding, lightweight, tall, aluminum, wide tread',
      uses: 'for seniors, for high ceilings, for small apartments',
      prices: [50, 100],
      tags: 'safety',
    }),
    line('workbench', {
      kinds: 'folding, adjustable, heavy duty, rolling',
      uses: 'for small garages, for woodworking, for beginners',
      prices: [200],
      tags: 'furniture',
    }),
    line('work gloves', {
      kinds: 'insulated, cut resistant, leather, touchscreen',
      uses: 'for winter, for gardening, for small hands',
      tags: 'safety',
    }),
    line('paint roller', {
      kinds: 'extendable, foam, mini, lint free',
      uses: 'for ceilings, for smooth walls, for textured walls',
      tags: 'paint',
    }),
    line('paint sprayer', {
      kinds: 'handheld, airless, electric, quiet',
      uses: 'for cabinets, for fences, for interior walls',
      prices: [100],
      tags: 'paint',
    }),
    line('safety glasses', {
      kinds: 'anti fog, over glasses, tinted, lightweight',
      uses: 'for woodworking, for small faces, for yard work',
      tags: 'safety',
    }),
  ],
}

const GARDEN: Topic = {
  tags: ['garden', 'outdoor'],
  sites: ['bm', 'hs', 'ta'],
  lines: [
    line('garden hose', {
      kinds: 'expandable, 50 foot, kink free, rubber, lightweight',
      uses: 'for hot water, for seniors, for a small yard',
      prices: [50],
      tags: 'lawn, summer',
    }),
    line('pruning shears', {
      kinds: 'bypass, ergonomic, ratcheting, left handed',
      uses: 'for roses, for arthritic hands, for small trees',
      prices: [30],
      tags: 'spring',
    }),
    line('watering can', {
      kinds: 'long spout, metal, small, 2 gallon',
      uses: 'for houseplants, for seedlings, for a balcony',
      prices: [30],
      tags: 'spring',
    }),
    line('raised garden bed', {
      kinds: 'galvanized, cedar, elevated, tall',
      uses: 'for vegetables, for patios, for beginners',
      prices: [100],
      tags: 'spring, patio',
    }),
    line('lawn mower', {
      kinds: 'electric, self propelled, quiet, cordless',
      uses: 'for small yards, for hills, for seniors',
      prices: [300],
      tags: 'lawn, summer',
    }),
    line('leaf blower', {
      kinds: 'cordless, quiet, lightweight, backpack',
      uses: 'for gutters, for small yards, for wet leaves',
      prices: [100, 200],
      tags: 'lawn',
    }),
    line('patio umbrella', {
      kinds: 'cantilever, tilting, solar, 9 foot',
      uses: 'for windy areas, for a small patio, for a pool',
      prices: [100],
      tags: 'patio, summer',
    }),
    line('portable grill', {
      kinds: 'charcoal, propane, electric, tabletop',
      uses: 'for camping, for a balcony, for tailgating',
      prices: [100, 200],
      tags: 'grill, summer',
    }),
    line('snow shovel', {
      kinds: 'ergonomic, wheeled, folding, wide',
      uses: 'for seniors, for bad backs, for the car',
      tags: 'winter',
    }),
  ],
}

export const WORKSHOP_TOPICS: readonly Topic[] = [POWER_TOOLS, HAND_TOOLS, GARDEN]
