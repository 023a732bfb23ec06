import { connectedModels } from '../../../../contract/operator/connected-models.ts';
import { call } from '../../../api/call.ts';
import { useQuery } from '../../../ui/queries/use-query.ts';

/** The connected models; the page asks for them before it shows the cards, since what comes later would push the others down. */
export const useConnected = () => useQuery((signal) => call(connectedModels, 'list', { signal }));

/** The models that Docent can run itself, asked for by the page as well. */
export const useInHouse = () => useQuery((signal) => call(connectedModels, 'inHouse', { signal }));
