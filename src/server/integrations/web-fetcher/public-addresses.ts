import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IPv4 blocks that are not the public internet: IANA special-purpose registry (RFC 6890), multicast, reserved. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // public by number, but a cloud's own management service inside its machines
  '169.254.0.0/16', // link-local, cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]

/** Everything outside this is loopback, mapped or translated IPv4, private, link-local or multicast. */
const GLOBAL_IPV6 = '2000::/3'

/** Blocks inside the global one that lead elsewhere, some of them back to an IPv4 address. */
const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // returned 6bone space
  '3fff::/20', // documentation
]

function blocks(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const specialIpv4 = blocks(SPECIAL_IPV4, 'ipv4')
const globalIpv6 = blocks([GLOBAL_IPV6], 'ipv6')
const specialIpv6 = blocks(SPECIAL_IPV6, 'ipv6')

/** Whether an IP address is a single machine on the public internet. Anything else, also text that is no address, is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4')
  return isIPv6(address) && globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}
