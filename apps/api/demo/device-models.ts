/** Devices that have a serial number: how often they occur, what they cost, and for whom they are. */
export const deviceModels = [
  {
    name: 'Chromebook 14 C436',
    manufacturer: 'Acer',
    category: 'Laptops',
    for: 'pupils',
    weight: 38,
    cost: 329,
  },
  {
    name: 'ThinkPad 11e Yoga Gen 6',
    manufacturer: 'Lenovo',
    category: 'Laptops',
    for: 'pupils',
    weight: 14,
    cost: 489,
  },
  {
    name: 'iPad (10th generation)',
    manufacturer: 'Apple',
    category: 'Tablets',
    for: 'pupils',
    weight: 18,
    cost: 399,
  },
  { name: 'Latitude 5440', manufacturer: 'Dell', category: 'Laptops', for: 'staff', weight: 12, cost: 1_089 },
  {
    name: 'MacBook Air 13 (M2)',
    manufacturer: 'Apple',
    category: 'Laptops',
    for: 'staff',
    weight: 3,
    cost: 1_199,
  },
  { name: 'EB-L210W', manufacturer: 'Epson', category: 'Projectors', for: 'rooms', weight: 5, cost: 1_450 },
  {
    name: 'ActivPanel 9 75"',
    manufacturer: 'Promethean',
    category: 'Displays',
    for: 'rooms',
    weight: 4,
    cost: 2_390,
  },
  {
    name: 'LaserJet Pro M404dn',
    manufacturer: 'HP',
    category: 'Printers',
    for: 'rooms',
    weight: 3,
    cost: 349,
  },
  { name: 'U7 Pro', manufacturer: 'Ubiquiti', category: 'Access points', for: 'rooms', weight: 3, cost: 189 },
] as const

/** Things that are counted: how many the store has at first, and below which number it orders more. */
export const stockModels = [
  { name: 'USB-C charger 65 W', manufacturer: 'Anker', category: 'Chargers', pieces: 120, minimum: 20 },
  { name: 'HDMI adapter USB-C', manufacturer: 'Belkin', category: 'Adapters', pieces: 60, minimum: 10 },
  { name: 'Headset H390', manufacturer: 'Logitech', category: 'Audio', pieces: 180, minimum: 30 },
  { name: 'Toner CF259A', manufacturer: 'HP', category: 'Consumables', pieces: 24, minimum: 8 },
  { name: 'iPad pencil (USB-C)', manufacturer: 'Apple', category: 'Accessories', pieces: 40, minimum: 6 },
  { name: 'Projector lamp ELPLP96', manufacturer: 'Epson', category: 'Spare parts', pieces: 9, minimum: 3 },
  { name: 'Patch cable Cat 6a 3 m', manufacturer: 'Delock', category: 'Cables', pieces: 200, minimum: 40 },
] as const
