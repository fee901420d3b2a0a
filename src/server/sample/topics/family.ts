import { line, type Topic } from './topic.ts'

const DOGS: Topic = {
  tags: ['pets', 'dogs'],
  sites: ['pt', 'hs'],
  lines: [
    line('dog bed', {
      kinds: 'orthopedic, cooling, washable, chew proof, elevated',
      uses: 'for large dogs, for senior dogs, for small dogs, for crates',
      prices: [50, 100],
      tags: 'bedding',
    }),
    line('dog harness', {
      kinds: 'no pull, reflective, escape proof, padded, step in',
      uses: 'for puppies, for large dogs, for hiking, for small dogs',
      prices: [40],
    }),
    line('dog crate', {
      kinds: 'folding, soft sided, heavy duty, furniture style',
      uses: 'for large dogs, for car travel, for puppies',
      prices: [100],
    }),
    line('retractable leash', {
      kinds: 'heavy duty, tangle free, one handed, reflective',
      uses: 'for large dogs, for small dogs, for night walks',
    }),
    line('dog car seat', {
      kinds: 'elevated, washable, waterproof, folding',
      uses: 'for small dogs, for puppies, for two dogs',
      prices: [100],
      tags: 'travel',
    }),
    line('puzzle toy', {
      kinds: 'treat, slow feeding, rubber, wooden',
      uses: 'for bored dogs, for puppies, for smart dogs',
      tags: 'toys',
    }),
    line('dog nail grinder', {
      kinds: 'quiet, rechargeable, two speed, cordless',
      uses: 'for large dogs, for nervous dogs, for black nails',
      prices: [40],
      tags: 'grooming',
    }),
  ],
}

const CATS: Topic = {
  tags: ['pets', 'cats'],
  sites: ['pt', 'tm', 'hs'],
  lines: [
    line('cat tree', {
      kinds: 'tall, modern, sturdy, wall mounted, small',
      uses: 'for large cats, for small apartments, for kittens, for older cats',
      prices: [100, 200],
      tags: 'furniture',
    }),
    line('litter box', {
      kinds: 'self cleaning, enclosed, top entry, extra large, stainless steel',
      uses: 'for large cats, for small apartments, for multiple cats, for odor control',
      prices: [50, 100],
      tags: 'cleaning',
    }),
    line('automatic pet feeder', {
      kinds: 'wifi, portion control, dual bowl, battery backup',
      uses: 'for cats, for small dogs, for wet food, for weekends away',
      prices: [50, 100],
      tags: 'smart home',
    }),
    line('pet water fountain', {
      kinds: 'stainless steel, ceramic, quiet, wireless',
      uses: 'for cats, for multiple pets, for small dogs',
      prices: [50],
    }),
    line('cat scratching post', {
      kinds: 'tall, sisal, sturdy, corner',
      uses: 'for large cats, for kittens, for a small apartment',
      prices: [50],
      tags: 'furniture',
    }),
    line('cat carrier', {
      kinds: 'soft sided, expandable, backpack, top loading',
      uses: 'for large cats, for air travel, for the vet',
      prices: [50],
      tags: 'travel',
    }),
    line('pet camera', {
      kinds: 'treat tossing, two way audio, wide angle, wireless',
      uses: 'for cats, for anxious dogs, for apartments',
      prices: [100],
      tags: 'smart home',
    }),
    line('lint roller', {
      kinds: 'reusable, extra sticky, large, travel size',
      uses: 'for pet hair, for furniture, for clothes',
      tags: 'cleaning',
    }),
  ],
}

const BABY: Topic = {
  tags: ['baby', 'family'],
  sites: ['tj', 'dt', 'hs'],
  lines: [
    line('stroller', {
      kinds: 'lightweight, double, jogging, compact, all terrain',
      uses: 'for travel, for newborns, for tall parents, for city living',
      prices: [200, 300],
      tags: 'travel',
    }),
    line('convertible crib', {
      kinds: 'mini, wooden, 4 in 1, low',
      uses: 'for small nurseries, for twins, for short parents',
      prices: [200, 300],
      tags: 'nursery, furniture',
    }),
    line('crib mattress', {
      kinds: 'breathable, organic, two sided, waterproof',
      uses: 'for newborns, for toddlers, for a mini crib',
      prices: [100],
      tags: 'nursery',
    }),
    line('baby monitor', {
      kinds: 'video, audio, long range, wifi, split screen',
      uses: 'for twins, for travel, for large houses, for two rooms',
      prices: [100, 150],
      tags: 'nursery, safety',
    }),
    line('high chair', {
      kinds: 'folding, wooden, easy to clean, convertible, portable',
      uses: 'for small spaces, for restaurants, for baby led weaning, for twins',
      prices: [100],
      tags: 'furniture',
    }),
    line('baby carrier', {
      kinds: 'structured, wrap, breathable, hip',
      uses: 'for newborns, for hiking, for toddlers, for summer',
      prices: [100],
    }),
    line('car seat', {
      kinds: 'convertible, slim, rotating, lightweight',
      uses: 'for small cars, for newborns, for travel, for three across',
      prices: [200],
      tags: 'safety, travel',
    }),
    line('diaper bag', {
      kinds: 'backpack, small, waterproof, leather',
      uses: 'for dads, for two kids, for travel',
      prices: [50],
    }),
    line('white noise machine', {
      kinds: 'portable, rechargeable, simple, plug in',
      uses: 'for newborns, for travel, for light sleepers',
      prices: [50],
      tags: 'nursery',
    }),
  ],
}

const KIDS: Topic = {
  tags: ['kids', 'family'],
  sites: ['tj', 'nf', 'dt'],
  lines: [
    line('wooden blocks', {
      kinds: 'large, colorful, unfinished, magnetic',
      uses: 'for toddlers, for preschoolers, for classrooms',
      prices: [50],
      tags: 'toys, gift guide',
    }),
    line('balance bike', {
      kinds: 'lightweight, 12 inch, wooden, air tire',
      uses: 'for 2 year olds, for tall toddlers, for rough paths',
      prices: [100],
      tags: 'toys, cycling',
    }),
    line('kids backpack', {
      kinds: 'small, water resistant, wheeled, lightweight',
      uses: 'for preschool, for kindergarten, for school trips',
      prices: [40],
      tags: 'school',
    }),
    line('lunch box', {
      kinds: 'bento, insulated, leakproof, stainless steel',
      uses: 'for kids, for picky eaters, for daycare',
      prices: [30],
      tags: 'school',
    }),
    line('kids headphones', {
      kinds: 'volume limiting, wireless, foldable, padded',
      uses: 'for airplanes, for school, for toddlers',
      prices: [50],
      tags: 'headphones, travel',
    }),
    line('board games', {
      kinds: 'cooperative, quick, two player, travel',
      uses: 'for families, for 6 year olds, for game night',
      tags: 'toys, gift guide',
    }),
    line('jigsaw puzzles', {
      kinds: '100 piece, wooden, floor, glow in the dark',
      uses: 'for 4 year olds, for families, for rainy days',
      tags: 'toys, gift guide',
    }),
    line('step stool', {
      kinds: 'wooden, folding, sturdy, non slip',
      uses: 'for toddlers, for a bathroom, for a kitchen counter',
      tags: 'bathroom, safety',
    }),
  ],
}

export const FAMILY_TOPICS: readonly Topic[] = [DOGS, CATS, BABY, KIDS]
