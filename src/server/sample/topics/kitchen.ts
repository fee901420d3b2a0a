import { line, type Topic } from './topic.ts'

const COFFEE: Topic = {
  tags: ['kitchen', 'coffee'],
  sites: ['ok', 'hs', 'dt'],
  lines: [
    line('espresso machine', {
      kinds: 'manual, semi automatic, compact, dual boiler, quiet',
      uses: 'for beginners, for small kitchens, for lattes, for an office',
      prices: [300, 500],
    }),
    line('coffee grinder', {
      kinds: 'burr, manual, quiet, single dose, electric',
      uses: 'for pour over, for french press, for travel, for a small counter',
      prices: [50, 100],
    }),
    line('gooseneck kettle', {
      kinds: 'electric, stovetop, matte black, stainless steel, variable temperature',
      uses: 'for pour over, for tea, for beginners, for a small kitchen',
      prices: [50, 100],
      tags: 'tea',
    }),
    line('drip coffee maker', {
      kinds: '12 cup, programmable, compact, thermal carafe, stainless steel',
      uses: 'for large families, for an office, for seniors, for a dorm room',
      prices: [100],
    }),
    line('french press', {
      kinds: 'insulated, glass, stainless steel, small, large',
      uses: 'for camping, for one person, for cold brew, for travel',
      prices: [30],
    }),
    line('pour over coffee maker', {
      kinds: 'ceramic, glass, single cup, reusable filter',
      uses: 'for beginners, for camping, for an office, for two people',
      prices: [40],
    }),
    line('milk frother', {
      kinds: 'handheld, electric, quiet, dishwasher safe',
      uses: 'for lattes, for oat milk, for hot chocolate, for matcha',
      prices: [30, 50],
    }),
    line('cold brew maker', {
      kinds: 'glass, small, large, airtight',
      uses: 'for the fridge, for beginners, for a crowd',
      prices: [40],
    }),
  ],
}

const APPLIANCES: Topic = {
  tags: ['kitchen', 'small appliances'],
  sites: ['ok', 'hs', 'dt'],
  lines: [
    line('air fryer toaster oven', {
      kinds: 'compact, large capacity, dual zone, quiet, stainless steel',
      uses: 'for a family of four, for small kitchens, for pizza, for seniors',
      prices: [100, 200],
    }),
    line('air fryer', {
      kinds: '6 quart, small, dual basket, nonstick, quiet',
      uses: 'for one person, for a family, for frozen food, for chicken wings',
      prices: [50, 100],
    }),
    line('blender', {
      kinds: 'quiet, personal, high speed, glass jar, heavy duty',
      uses: 'for smoothies, for crushing ice, for soup, for protein shakes',
      prices: [50, 100],
    }),
    line('immersion blender', {
      kinds: 'cordless, stainless steel, quiet, variable speed',
      uses: 'for soup, for baby food, for sauces',
      prices: [50],
    }),
    line('food processor', {
      kinds: '14 cup, mini, quiet, dishwasher safe',
      uses: 'for dough, for chopping vegetables, for nut butter, for small kitchens',
      prices: [100, 200],
    }),
    line('rice cooker', {
      kinds: 'small, 10 cup, induction, ceramic, stainless steel',
      uses: 'for brown rice, for sushi, for one person, for a family',
      prices: [50, 100],
    }),
    line('slow cooker', {
      kinds: 'programmable, 8 quart, small, locking lid',
      uses: 'for a large family, for two people, for potlucks, for beginners',
      prices: [50],
    }),
    line('electric kettle', {
      kinds: 'glass, quiet, stainless steel, variable temperature, fast boil',
      uses: 'for tea, for a dorm room, for travel, for seniors',
      prices: [40],
      tags: 'tea',
    }),
    line('toaster', {
      kinds: '4 slice, 2 slice, wide slot, long slot, retro',
      uses: 'for bagels, for thick bread, for small kitchens',
      prices: [50],
    }),
    line('stand mixer', {
      kinds: 'compact, quiet, tilt head, bowl lift, heavy duty',
      uses: 'for bread dough, for beginners, for small kitchens, for cookies',
      prices: [200, 300],
      tags: 'baking',
    }),
    line('countertop ice maker', {
      kinds: 'quiet, nugget, portable, self cleaning',
      uses: 'for a home bar, for camping, for an office',
      prices: [100, 200],
    }),
    line('waffle maker', {
      kinds: 'mini, double, nonstick, removable plate',
      uses: 'for kids, for thick waffles, for brunch',
      prices: [50],
    }),
  ],
}

const COOKWARE: Topic = {
  tags: ['kitchen', 'cookware'],
  sites: ['ok', 'hs'],
  lines: [
    line('chef knife', {
      kinds: '8 inch, lightweight, high carbon, stainless steel, left handed',
      uses: 'for beginners, for small hands, for vegetables, for home cooks',
      prices: [50, 100],
      tags: 'knives',
    }),
    line('knife set', {
      kinds: 'magnetic block, dishwasher safe, small, german steel',
      uses: 'for a first apartment, for beginners, for home cooks',
      prices: [100],
      tags: 'knives',
    }),
    line('knife sharpener', {
      kinds: 'electric, manual, pull through, handheld',
      uses: 'for serrated knives, for beginners, for kitchen knives',
      prices: [50],
      tags: 'knives',
    }),
    line('cutting board', {
      kinds: 'end grain, large, dishwasher safe, bamboo, maple',
      uses: 'for meat, for bread, for small kitchens, for chef knives',
      prices: [50],
    }),
    line('cast iron skillet', {
      kinds: '12 inch, lightweight, enameled, pre seasoned, smooth',
      uses: 'for steak, for glass top stoves, for camping, for cornbread',
      prices: [50],
    }),
    line('dutch oven', {
      kinds: 'enameled, 6 quart, oval, cast iron, lightweight',
      uses: 'for bread, for soup, for induction, for a family',
      prices: [100],
    }),
    line('nonstick frying pan', {
      kinds: 'ceramic, 10 inch, oven safe, induction',
      uses: 'for eggs, for pancakes, for fish, for gas stoves',
      prices: [50],
    }),
    line('stainless steel cookware set', {
      kinds: '10 piece, tri ply, small, oven safe',
      uses: 'for induction, for beginners, for gas stoves',
      prices: [200],
    }),
    line('sheet pan', {
      kinds: 'nonstick, half size, quarter size, warp resistant',
      uses: 'for cookies, for roasting vegetables, for a small oven',
      tags: 'baking',
    }),
    line('loaf pan', {
      kinds: 'ceramic, nonstick, glass, large',
      uses: 'for sourdough, for banana bread, for meatloaf',
      tags: 'baking',
    }),
    line('food storage containers', {
      kinds: 'glass, airtight, stackable, leakproof, freezer safe',
      uses: 'for meal prep, for leftovers, for flour and sugar, for lunch',
      prices: [50],
      tags: 'food storage',
    }),
    line('kitchen scale', {
      kinds: 'digital, rechargeable, flat, waterproof',
      uses: 'for baking, for coffee, for meal prep',
      prices: [30],
      tags: 'baking',
    }),
    line('meat thermometer', {
      kinds: 'wireless, instant read, waterproof, leave in',
      uses: 'for grilling, for the oven, for smoking, for beginners',
      prices: [50],
      tags: 'grill',
    }),
  ],
}

export const KITCHEN_TOPICS: readonly Topic[] = [COFFEE, APPLIANCES, COOKWARE]
