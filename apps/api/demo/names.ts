import type { Random } from './random.ts'

const firstNames =
  `Aaliyah Abdul Ada Agnès Aïsha Åsa Alejandro Amélie Anaïs Andrés Anna Anouk Arvo Aylin Beatriz Björn
Bogdan Brendan Çağla Carmen Chloé Ciarán Clara Connor Daan Dagny David Deniz Diego Elif Elsa Emil Émile Emma Enzo Esra
Esther Eva-Maria Fatima Félix Finn Françoise Freya Gabriel Giulia Grace Hanna Henrik Hiro Hugo Ida Ines Ingrid Inês Isaac
Ivana Jan-Erik Jana Jean-Luc João Jonas José Júlia Jürgen Kaito Karim Kofi Lærke Lars Layla Lea Léon Lina Linus Lotte Louis
Lucía Ludvig Łukasz Maja Malik Marcus María Marie-Claire Mateo Mehmet Mei Mia Mila Mohamed Nadia Naïma Niamh Nils Noah
Nora Noor Ola Oliver Olivia Omar Óscar Oskar Paula Pelle Priya Rafael Ravi René Rosa Ruben Saga Samuel Sanne Selin Siobhán
Sofia Søren Sven Tariq Théo Thomas Tomás Uma Vera Viktor Vilde Wei William Yara Yasmin Yusuf Zoë Zofia`.split(
    /\s+/,
  )

const lastNames =
  `Aalto Abadi Åberg Adeyemi Ahmadi Andersson Arslan Bąk Bakker Bauer Becker Bergström Björk Błaszczyk
Brandt Bråten Castro Çelik Chen Costa Dąbrowski Dahl Demir Diallo Dubois Eriksson Evans Fernández Fischer Fjeld Flores Fröhlich
García Gonçalves Gruber Haddad Hansen Hernández Hoang Holm Horváth Ibrahim Ito Jansen Jensen Jóhannsdóttir Jørgensen Kaya
Kim Kjær Kowalczyk Kovač Kristensen Larsen Lefèvre Lindqvist López Łoziński Lund Mäkinen Martínez Mehta Meyer Moreau Müller
Muñoz Nguyen Nielsen Nilsson Novák Núñez O’Brien O’Connor Okafor Olsen Østby Öztürk Pedersen Peña Petit Petrov Popescu
Quiñones Rasmussen Reyes Richter Rivera Rossi Sánchez Schäfer Schmidt Šimić Singh Sørensen Ström Świątek Takahashi Tanaka
Thorsen Vargas Vázquez Virtanen Weiß Wójcik Yıldız Young Žukauskas Zhang`.split(/\s+/)

const particles = [
  'van der Berg',
  'de la Cruz',
  'von Bülow',
  'dos Santos',
  'Mac Gabhann',
  'el Amrani',
  'di Marco',
]

/** What a person is called. */
export interface PersonName {
  readonly first_name: string
  readonly last_name: string
  readonly middle_name: string | null
}

/** A name from many places: with accents, particles, double family names and further given names. */
export function someName(random: Random): PersonName {
  const first_name = random.pick(firstNames)
  const middle_name = random.chance(0.15) ? random.pick(firstNames) : null
  const last = random.pick(lastNames)
  const kind = random.weighted({ single: 88, double: 8, particle: 4 })
  const last_name =
    kind === 'single'
      ? last
      : kind === 'double'
        ? `${last}-${random.pick(lastNames)}`
        : random.pick(particles)
  return { first_name, last_name, middle_name }
}

const letters: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', ł: 'l', ß: 'ss', ı: 'i', '’': '' }

/** A name as it stands in email addresses: ASCII, lower case, with dots. */
export const inAddress = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[øæłßı’]/g, (letter) => letters[letter] ?? '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '.')
