import { describe, expect, it } from 'vitest'
import { type Likeness, likenessOf, nameIdentity, type ShopProduct } from './rules.ts'

const VACUUM: ShopProduct = {
  title: 'Dunlarch V2 Robotic Vacuum Cleaner, 4000Pa',
  brand: 'Dunlarch',
  categories: ['Home & Kitchen', 'Vacuums & Floor Care', 'Robotic Vacuums'],
}
const DOG_BED: ShopProduct = {
  title: 'Pellwick Memory Lounger Orthopedic Dog Bed, Large, Grey',
  brand: 'Pellwick',
  categories: ['Pet Supplies', 'Dogs', 'Dog Beds'],
}
const KETTLE: ShopProduct = {
  title: 'Tarnwick Slowpour 0.9 L',
  brand: 'Tarnwick',
  categories: ['Home & Kitchen', 'Coffee & Tea', 'Gooseneck Kettles'],
}
const FRYER: ShopProduct = {
  title: 'Crestwell AF-1000XM5 AirFryer 5.8 Quart',
  brand: 'Crestwell',
  categories: ['Air Fryers'],
}

const cases: [name: string, product: ShopProduct, likeness: Likeness, why: string][] = [
  ['Dunlarch V2 Robot Vacuum', VACUUM, 'same', 'a word has another form'],
  ['dunlarch v 2', VACUUM, 'same', 'brand and model alone, in two pieces'],
  ['Dunlarch', VACUUM, 'same', 'the brand alone'],
  ['V2 Robot Vacuum', VACUUM, 'same', 'without the brand'],
  ['Robot Vacuum, Quiet', VACUUM, 'same', 'the kind alone'],
  ['Vacum Cleaner by Dunlarch', VACUUM, 'same', 'a letter is missing'],
  ['Dunlarch Turbo Sweep', VACUUM, 'doubtful', 'a name that only its maker may know'],
  ['Dunlarch V3 Robot Vacuum', VACUUM, 'doubtful', 'the model is another'],
  ['Dunlarch Memory Lounger Dog Bed', VACUUM, 'other', 'the brand agrees, and nothing else'],
  ['Pellwick Memory Lounger', VACUUM, 'other', 'a dog bed'],
  ['Dunlarch V2', DOG_BED, 'other', 'a vacuum'],
  ['Dunlarch V2 Robot Vacuum for Dog Hair', DOG_BED, 'other', 'a word agrees by accident'],
  ['Large Grey', DOG_BED, 'same', 'what any product may be says nothing'],
  ['Large Robot Vacuum', DOG_BED, 'other', 'size is no likeness'],
  ['Memory Foam Bed for Dogs', DOG_BED, 'same', 'words in another order'],
  ['Sofa', DOG_BED, 'doubtful', 'a single word is too little to accuse'],
  ['Slowpour Kettle', KETTLE, 'same', 'the kind is what the shop files it under'],
  ['Tarnwick Slowpour Kettle, 0,9 L', KETTLE, 'same', 'a measure is no model'],
  ['Tarnwick Slowpour 1.2 L', KETTLE, 'same', 'another size of the same'],
  ['Gooseneck Kettle', KETTLE, 'same', 'the kind alone'],
  ['Kettleby Heron Gooseneck Kettle', KETTLE, 'doubtful', 'of another brand'],
  ['Tàrnwick Slöwpour', KETTLE, 'same', 'marks on letters'],
  ['Crestwell AF 1000XM5 Air Fryer', FRYER, 'same', 'pieces of a word and of a model'],
  ['Crestwell AF 900 Air Fryer', FRYER, 'doubtful', 'the model is another'],
  ['Das beste Fritteusenset', FRYER, 'other', 'nothing agrees'],
  ['エアフライヤー 大容量', FRYER, 'doubtful', 'another script cannot be compared'],
  ['', FRYER, 'same', 'no name says nothing'],
]

describe('a name compared with the shop’s product', () => {
  it.each(cases)('“%s” [U1]', (name, product, likeness, why) => {
    expect(likenessOf(name, product), `${product.title}: ${why}`).toBe(likeness)
  })

  it('is compared if the shop has only a title', () => {
    expect(likenessOf('Dunlarch V2', { title: 'Orthopedic Dog Bed' })).toBe('other')
    expect(likenessOf('Dunlarch V2 Robot', { title: 'Dunlarch V2' })).toBe('same')
  })

  it('stays the same with other capitals and commas', () => {
    expect(nameIdentity('Dunlarch V2, Robot-Vacuum')).toBe(nameIdentity('dunlarch v2 robot vacuum'))
    expect(nameIdentity('Dunlarch V2')).not.toBe(nameIdentity('Dunlarch V3'))
  })
})
