import { type Courier, openCourier } from './courier.ts';
import type { Sender } from './sender.ts';
import type { Service } from './service.ts';

/** The couriers of all services of a process. */
export interface Couriers {
  /** Lets the webhooks of a service go that are due. */
  readonly of: (service: Service) => void;
  readonly close: () => void;
}

/** Opens a courier for each service once it has a webhook registered. */
export function openCouriers({ send, close }: Sender): Couriers {
  const couriers = new Map<Service, Courier>();
  let closed = false;
  return {
    of: (service) => {
      const known = couriers.get(service);
      if (known) known.go();
      else if (!closed && service.world.webhooks.registered.length > 0) {
        const courier = openCourier(service, send);
        couriers.set(service, courier);
        courier.go();
      }
    },
    close: () => {
      closed = true;
      for (const courier of couriers.values()) courier.close();
      close();
    },
  };
}
