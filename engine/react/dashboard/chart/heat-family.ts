// Heat maps with what the library needs for them; loaded when the first one is shown.
import { HeatmapChart } from 'echarts/charts';
import { GridComponent, TitleComponent, TooltipComponent, VisualMapContinuousComponent } from 'echarts/components';
import { use } from 'echarts/core';

use([HeatmapChart, GridComponent, TitleComponent, TooltipComponent, VisualMapContinuousComponent]);

export { drawHeat as draw } from './heat-drawing.ts';
